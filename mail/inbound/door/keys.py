"""Which reply keys a mail names, and what they stand for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.conf import settings

from mail.addresses import (
    key_of_address,
    keys_in_references,
    keys_travel_in_letters,
    normal_address,
    replies_are_on,
)
from mail.inbound.door.headers import Headers
from mail.inbound.parsing.child import parse_within
from mail.inbound.registry import Family, Route, family_of

MOST_KEYS = 20
"""How many keys of one mail are asked about; each may cost a query."""

_ADDRESSED = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
_KEY_LINE = re.compile(
    r"^(?:[>|]|[^\S\n])*+Reply key:[\s>|*]*+([a-z][a-z2-7]{15,63})\b", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class Target:
    """What one key of a mail stands for, and who reads it."""

    key: str
    family: Family
    route: Route


def target_of(key: str) -> Target | None:
    """Return what the key stands for, or None if it is forged or out of date."""
    family = family_of(key)
    route = family.resolve(key) if family else None
    return Target(key, family, route) if family and route else None


def targets_of(raw: bytes, headers: Headers, recipients: Sequence[str]) -> list[Target]:
    """Return what the mail is about: by where it was sent, else by the letter that it answers."""
    addressed = _keys_of(recipients) or _keys_of(headers.addresses(*_ADDRESSED))
    if addressed:
        found = [target for key in addressed[:MOST_KEYS] if (target := target_of(key))]
        one_each = {(target.family.name, target.route.about): target for target in reversed(found)}
        return list(reversed(one_each.values()))
    for key in islice(_answered_keys(raw, headers), MOST_KEYS):
        if target := target_of(key):
            return [target]
    return []


def is_our_mailbox(address: str) -> bool:
    """Return whether it is the one mailbox that replies go to, without a key."""
    return replies_are_on() and normal_address(address) == normal_address(settings.REPLY_TO)


def _keys_of(addresses: Sequence[str]) -> list[str]:
    """Return the keys of those that are reply addresses of ours, each once."""
    return list(dict.fromkeys(filter(None, map(key_of_address, addresses))))


def _answered_keys(raw: bytes, headers: Headers) -> Iterator[str]:
    """Yield the keys of letters that the mail answers or quotes, the likeliest first."""
    for name in ("In-Reply-To", "References"):
        yield from keys_in_references(headers.first(name))
    if keys_travel_in_letters():
        yield from (key.lower() for key in _KEY_LINE.findall(parse_within(raw).whole))
