"""Addresses of mail: as they are stored and logged, mailboxes, return paths, reply addresses.

Accounts go by addresses. What guards somebody against letters that they never asked for goes by
mailboxes, so that `nina+play@x.example` is no stranger beside `nina@x.example`.

A reply address has a key before the @, or behind the + of one mailbox. `REPLY_TO` is a domain
whose mail all comes to us (`@in.duelpost.example`) or one mailbox (`play@club.example`). Without
plus-addressing (`REPLY_PLUS=no`) all replies go to its plain address, and the key travels in the
References and as a line of the letter, which mail programs quote.
"""

import hashlib
import re
from email.utils import parseaddr

from django.conf import settings
from django.db.models import Q
from django.utils.encoding import punycode

from mail.models import Mute, Suppression

KEY = re.compile(r"[a-z][a-z2-7]{15,63}")
"""A key: the letter of its family, then base32 in lower case."""

_REFERENCE = re.compile(r"<([a-z][a-z2-7]{15,63})\.reply@[^<>\s]+>", re.IGNORECASE)
_BOUNCE = re.compile(r"(?:.*\+)?bounce[+.]([0-9a-f]{16})", re.IGNORECASE)
_DOTS_DO_NOT_COUNT = {"gmail.com", "googlemail.com"}


def normal_address(address: str) -> str:
    """Return the address as it is stored and compared: trimmed, in lower case."""
    return address.strip().lower()


def redacted_address(address: str) -> str:
    """Return the address as a log may show it: `a…@example.org` for ada@example.org."""
    person, _, domain = address.rpartition("@")
    return f"{person[:1]}…@{domain}"


def message_id(key: str) -> str:
    """Return the Message-ID of the letter with this key: the same however often it is sent."""
    digest = hashlib.sha256(f"{settings.SITE_URL}\n{key}".encode()).hexdigest()
    return f"<{digest[:32]}@{_our_domain()}>"


def return_path(token: str) -> str:
    """Return the address for bounces of this letter: at `BOUNCE_DOMAIN`, else our mailbox."""
    if settings.BOUNCE_DOMAIN:
        return f"bounce+{token}@{punycode(settings.BOUNCE_DOMAIN)}"
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[0]
    return f"{sender}+bounce.{token}@{_our_domain()}"


def token_of_return_path(address: str) -> str:
    """Return the token of the letter that this return path was made for, or nothing."""
    found = _BOUNCE.fullmatch(address.rpartition("@")[0])
    return found[1].lower() if found else ""


def _our_domain() -> str:
    return punycode(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2])


def mailbox_of(address: str) -> str:
    """Return what all spellings of an address have in common: no tag, no dots at Gmail."""
    person, domain = _person_and_domain(address)
    if domain in _DOTS_DO_NOT_COUNT:
        person, domain = person.replace(".", ""), "gmail.com"
    return f"{person}@{domain}"


def of_mailbox(address: str, field: str = "address") -> Q:
    """Return the condition that a column holds an address of the same mailbox, by whatever tag."""
    person, domain = _person_and_domain(address)
    plain = Q(**{field: f"{person}@{domain}"})
    return plain | Q(**{f"{field}__startswith": f"{person}+", f"{field}__endswith": f"@{domain}"})


def refuses(address: str, *, kind: str) -> bool:
    """Return whether a mailbox takes no letters, or none of this kind, under any address."""
    # What is muted about one topic is a matter of one account.
    same = of_mailbox(address)
    muted = Mute.objects.filter(same, kind__in=["", kind], topic="")
    return muted.exists() or Suppression.objects.filter(same, lifted_at__isnull=True).exists()


def _person_and_domain(address: str) -> tuple[str, str]:
    person, _, domain = normal_address(address).rpartition("@")
    # A tag alone is no name: +tag@x.example stays what it is.
    return person[:1] + person[1:].partition("+")[0], domain


def replies_are_on() -> bool:
    """Return whether letters can be answered: replies have an address, and a way in to us."""
    return bool(settings.REPLY_TO and settings.WAYS_IN)


def keys_travel_in_letters() -> bool:
    """Return whether all letters have the same reply address, which cannot hold a key."""
    return replies_are_on() and not settings.REPLY_PLUS and not settings.REPLY_TO.startswith("@")


def reply_address(key: str) -> str:
    """Return the address that an answer to the letter with this key goes to."""
    mailbox, _, domain = settings.REPLY_TO.rpartition("@")
    if keys_travel_in_letters():
        return f"{mailbox}@{punycode(domain)}"
    return f"{mailbox}+{key}@{punycode(domain)}" if mailbox else f"{key}@{punycode(domain)}"


def key_of_address(address: str) -> str:
    """Return the key in a reply address of ours, or nothing; it is not proved."""
    local, _, domain = normal_address(address).rpartition("@")
    mailbox, _, ours = settings.REPLY_TO.lower().rpartition("@")
    if not replies_are_on() or domain != punycode(ours):
        return ""
    if mailbox:
        name, _, local = local.partition("+")
        if name != mailbox:
            return ""
    return local if KEY.fullmatch(local) else ""


def reference_of(key: str) -> str:
    """Return the key as a message id, to stand among the References of a letter."""
    return f"<{key}.reply@{punycode(settings.REPLY_TO.rpartition('@')[2])}>"


def keys_in_references(references: str) -> list[str]:
    """Return the keys that stand among References, the latest letter's first."""
    return [found.lower() for found in reversed(_REFERENCE.findall(references))]
