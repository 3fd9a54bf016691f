"""Names of people: they advertise nothing, and are not taken for others or for words of ours.

The tables have letters of other alphabets that common fonts draw like Latin ones; Unicode's NFKD
does the rest (accents, wide letters, ligatures, Roman numerals). Digits are read as letters, `1` as
`l`; `6` stays, so that no two digits are alike. “Bruno 2” is another name than “Bruno”.
"""

import re
import unicodedata
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lib.languages import words

LONGEST = 200
"""So many characters of a name are looked at. Names are shorter; forms look at longer ones too."""

# After NFKC most of the characters that look like a dot are one.
_DOT = r"[.。·•∙․]"
_HIDDEN_DOT = rf"\s*(?:{_DOT}|[(\[{{]\s*{_DOT}\s*[)\]}}]|\bdot\b|\bpoint\b|\bpunto\b)\s*"
# Endings by which people know an address even if it was taken apart; mail programs need no list.
_ENDINGS = (
    "com|net|org|info|biz|io|co|ai|app|dev|me|tv|cc|ly|gg|to|eu|uk|de|fr|it|es|nl|ch|at|be|pl|ru|cn|"
    "us|in|xyz|top|site|online|shop|store|club|vip|win|bet|casino|live|link|click|page|example"
)
_ADDRESS = re.compile(
    rf"""
    \S*(?:://|//|\\\\)\S*                                     # http://casino, //casino
    | \S+@\S+                                                 # ada@casino.example
    | \bwww\d*{_HIDDEN_DOT}[\w-]+(?:{_HIDDEN_DOT}[\w-]+)*\S*  # www . casino
    | \b(?:\d{{1,3}}\.){{3}}\d{{1,3}}\b\S*                    # 192.0.2.1
    | [\w-]{{2,}}{_DOT}[^\W\d_]{{2}}\S*                       # casino.example, but J.R. and 2.0
    | [\w-]+{_HIDDEN_DOT}(?:{_ENDINGS})\b(?:/\S*)?            # casino . com, t.co, casino dot com
    """,
    re.IGNORECASE | re.VERBOSE,
)


def without_addresses(name: str) -> str:
    """Return the name without anything in it that is, or is meant as, the address of a website."""
    plain = _as_it_looks(name)
    return " ".join(_ADDRESS.sub(" ", plain).split()) if _ADDRESS.search(plain) else name


def refuse_address(name: str) -> None:
    """Raise ValidationError for a name that is, or holds, the address of a website."""
    if _ADDRESS.search(_as_it_looks(name)):
        raise ValidationError(_("A name cannot be the address of a website."))


def _as_it_looks(name: str) -> str:
    """Return the beginning of the name without invisible characters, in Unicode's usual form."""
    visible = "".join(each for each in name[:LONGEST] if unicodedata.category(each) != "Cf")
    return unicodedata.normalize("NFKC", visible)


_LATIN = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏѵкмтвнгпибьз", "aeopcyxijsdqwhlvkmtbhrnu6be", strict=True))
    | dict(zip("АЕОРСУХІЈЅԚԜҺӀѴКМТВНЗЬ", "aeopcyxljsqwhlvkmtbheb", strict=True))
    | dict(zip("αβγεηικνορςστυχωϲϳ", "abyenlkvopcotuxwcj", strict=True))
    | dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ", "abezhlkmnoptyxcf", strict=True))
    | dict(zip("օոսհցզքՕՍԼՏ", "onuhgqpouls", strict=True))
    | dict(zip("ᎪᎠᎡᎢᎥᎫᎬᎳᎷᎻᎽᏀᏃᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", "adrtijewmhygzrwvslcpkdb", strict=True))
    | dict(zip("ıłøđħŧɑɡʟᴀʙᴄᴅᴇɢʜɪᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "ilodhtaglabcdeghijkmnoprstuvwyz", strict=True))
    | dict(zip("ŁØĐĦŦ", "lodht", strict=True))
    | {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "$": "s", "@": "a"}
    | dict(zip("02345789", "ozeastbg", strict=True))
    | dict.fromkeys("I1|!¡ǀ∣", "l")
)
_PAIRS = (("rn", "m"), ("vv", "w"))
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
_FILLERS = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although their category says otherwise."""


def looks_like(name: str, other: str) -> bool:
    """Return whether a reader could take one name for the other."""
    return not skeletons(name).isdisjoint(skeletons(other))


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """Return how the name looks, also in small letters and capitals; one in common is alike."""
    return frozenset(skeleton(each) for each in (name, name.lower(), name.upper()))


def skeleton(name: str) -> str:
    """Return what the name looks like as it is written, in Latin letters and digits."""
    visible = "".join(each for each in name if not is_invisible(each))
    plain = unicodedata.normalize("NFKD", visible)
    latin = plain.translate(_LATIN).casefold()
    letters = "".join(each for each in latin if each.isalnum())
    for pair, one in _PAIRS:
        letters = letters.replace(pair, one)
    return letters or " ".join(latin.split())


def is_invisible(character: str) -> bool:
    """Return whether nothing is drawn for it: format characters, fillers, variation selectors."""
    return (
        unicodedata.category(character) in _UNSEEN
        or character in _FILLERS
        or "\ufe00" <= character <= "\ufe0f"
        or "\u180b" <= character <= "\u180f"
        or "\U000e0000" <= character <= "\U000e0fff"
    )


_JOINERS = "\u200c\u200d"
"""Some scripts cannot do without them, and emoji are composed with them."""

_EMOJI_STYLE = "\ufe0e\ufe0f"
_OPENING = frozenset("([{<⟨❨⦅（［｛＜")
"""Brackets in which we write words of our own behind a name; a smile has none of these."""

_ALPHABETS = frozenset(("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"))
"""Alphabets with letters that can be taken for those of another."""

_LATEST_EUROPEAN = "\u058f"
_RESERVED = words("replies.toml", "everybody") | words("replies.toml", "names", "reserved")
_OFFICES = words("replies.toml", "names", "offices")
"""No word of a name may be one of these."""


def refuse_misleading(name: str) -> None:
    """Raise ValidationError for a name that could pass for another's or for words of ours."""
    if any(is_invisible(each) for each in _without_needed_joiners(name)):
        raise ValidationError(_("A name cannot have invisible characters. Please type it anew."))
    if not _OPENING.isdisjoint(name):
        raise ValidationError(_("A name cannot have brackets: we write our own words in them."))
    if any(len(_alphabets(word)) > 1 for word in name.split()):
        raise ValidationError(_("A name cannot mix letters of different alphabets in one word."))
    if _is_reserved(name):
        raise ValidationError(_("This name is kept for the service. Please choose another one."))


def without_emoji_style(name: str) -> str:
    """Return the name without the marks by which phones ask for a coloured sign."""
    return "".join(each for each in name if each not in _EMOJI_STYLE)


def _is_reserved(name: str) -> bool:
    """Return whether it is a word of ours, or has one; “Ali” does not look like “all” here."""
    looks = {skeleton(name), skeleton(name.lower())}
    reserved = {skeleton(each) for each in _RESERVED | {settings.SITE_NAME}}
    if not looks.isdisjoint(reserved) or any("duelpost" in each for each in looks):
        return True
    parts = re.split(r"[\s_.,;:/–-]+", name)
    return any(looks_like(word, office) for word in parts if word for office in _OFFICES)


def _without_needed_joiners(name: str) -> str:
    """Return the name without joiners between letters of scripts that need them, or in emoji."""
    text = without_emoji_style(name)
    return "".join(
        each
        for place, each in enumerate(text)
        if each not in _JOINERS or not _needs_joiner(text[place - 1 : place], text[place + 1 :][:1])
    )


def _needs_joiner(before: str, behind: str) -> bool:
    return all(
        each > _LATEST_EUROPEAN and not is_invisible(each) and not _alphabets(each)
        for each in (before, behind)
        if each
    ) and bool(before and behind)


def _alphabets(word: str) -> set[str]:
    """Return the alphabets of the word among those whose letters are taken for each other's."""
    return {
        unicodedata.name(each, "").split(" ")[0] for each in word if each.isalpha()
    } & _ALPHABETS
