"""How mail programs introduce what they quote, and how phones sign, in English, French and Italian.

Only tables. A reply is written in any of the languages, whatever the language of the letter.
"""

import re

_DAY = (
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche"
    r"|lun|mar|mer|jeu|ven|sam|dim|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|gio|sab|dom"
)
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|janv|f[ée]vr|mars|avr|mai|juin"
    r"|juil|ao[ûu]t|sept|d[ée]c"
)
_DATE = rf"\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}|\d{{1,2}}\.? (?:{_MONTH})"
_LEADING = r"[\s*_–—-]*"
ATTRIBUTION_BEGINS = re.compile(
    rf"{_LEADING}(?:On|At|Le|Il giorno|Il|In data|En date d[ue]|Nel giorno|In a message dated),?"
    rf"(?:\s+(?:\d|(?:{_DAY})\b|(?:{_MONTH})\b)|\s*$)",
    re.IGNORECASE,
)
"""By a word that a date follows. `On second thought` or `Le rouge` begin an own line."""
DATE_BEGINS = re.compile(rf"{_LEADING}(?:(?:{_DAY})\.?,?\s+)?(?:{_DATE})\b", re.IGNORECASE)
"""Or by the date itself."""
ATTRIBUTION_ENDS = re.compile(
    r"(?:\b(?:wrote|writes|has written|a [ée]crit|[ée]crivait|ha scritto|scrive)\s*(?::|-{3})"
    r"|[\]>]\s*:)[\s*_-]*$",
    re.IGNORECASE,
)
"""By who wrote what follows, or, in old programs, by an address in brackets and a colon."""

NAMES_A_MOMENT = re.compile(
    r"\b\d{1,2}\s?[:.h]\s?\d{2}\b|\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b"
)
NAMES_AN_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,189}")

LABELS = {
    "from": ("From", "De", "Da", "Expéditeur", "Mittente", "Von"),
    "date": ("Sent", "Date", "Envoyé", "Envoyé le", "Data", "Inviato", "Inviato il"),
    "to": ("To", "À", "A", "Pour", "Destinataire", "Destinatario", "Per"),
    "subject": ("Subject", "Objet", "Oggetto", "Sujet"),
}
"""The labels of the block of fields that Outlook and others put above a quote."""

SEPARATOR = re.compile(
    r"[\s>*_=–—-]{2,}(?:Original Message|Original Mail|Message d['’]origine|Message original|"
    r"Message initial|Mail original|E-mail d['’]origine|Messaggio originale|Messaggio originario|"
    r"Forwarded message|Forwarded Message|Reply message|Message transf[ée]r[ée]|"
    r"Message r[ée]exp[ée]di[ée]|Messaggio inoltrato)[\s>*_=:–—-]{2,}$"
    r"|[\s>*]*(?:Begin forwarded message|Début du message r[ée]exp[ée]di[ée]|"
    r"Début du message transf[ée]r[ée]|Inizio messaggio inoltrato)\s*:\s*$",
    re.IGNORECASE,
)

SIGNED_BY_A_PROGRAM = re.compile(
    r"[\s<(*_-]*(?:"
    r"Sent (?:from|with|via|by|using) .{1,100}"
    r"|Envoy[ée]e? (?:de|depuis|avec|à partir d|par|via|du|à l['’]aide d|grâce à) ?.{1,100}"
    r"|Inviat[oa] (?:da|dal|dalla|dall['’]|con|tramite|via|mediante) ?.{1,100}"
    r"|(?:Get|Download) Outlook for .{1,60}"
    r"|(?:Télécharge[rz]|Obtenir|Obtenez) Outlook (?:pour|sur) .{1,60}"
    r"|(?:Scarica|Ottieni) Outlook (?:per|su) .{1,60}"
    r"|Provenance\s*: Courrier pour .{1,60}"
    r"|Yahoo Mail\s*: .{1,60}"
    r")",
    re.IGNORECASE,
)
EXCUSES = re.compile(
    r"[\s(*_-]*(?:(?:please|pls\.?) (?:excuse|forgive)"
    r"|(?:veuillez|merci d['’]|prière d['’]) ?excuser"
    r"|(?:perdonate?|scusa(?:te|mi)?|scusi) (?:la brevità|gli errori|eventuali))\b.{0,100}",
    re.IGNORECASE,
)

LINE = re.compile(r"\s*(?:_{8,}|-{8,}|={8,}|\*{8,}|—{3,})\s*")
"""A line across the page."""
DISCLAIMER = re.compile(
    r"\b(?:confidential\w*|confidenzial\w*|confidentialité|confidentiel\w*|riservat\w+|privileged"
    r"|intended (?:solely|only|recipient)|destinataires?|destinatari[oa]?|virus|mailing list"
    r"|disclaimer|avertissement|avvertenza|privacy|GDPR|RGPD|D\.\s?Lgs)\b",
    re.IGNORECASE,
)
