"""Reply addresses: a key of our own before the @, or behind the + of one mailbox.

`REPLY_TO` says where replies go: `@in.duelpost.example` for a domain whose mail all comes to us, or
`play@club.example` for one mailbox. A mailbox whose server knows no plus-addressing
(`REPLY_PLUS=no`) gets all replies under its plain address: then the key travels in the References,
and as a line of the letter, which mail programs quote.
"""

import re

from django.conf import settings
from django.utils.encoding import punycode

from lib.addresses import normal_address

KEY = re.compile(r"[a-z][a-z2-7]{15,63}")
"""How a key is spelled: the letter of its family, then base32 in lower case."""

LONGEST_LOCAL_PART = 64
_REFERENCE = re.compile(r"<([a-z][a-z2-7]{15,63})\.reply@[^<>\s]+>", re.IGNORECASE)


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
