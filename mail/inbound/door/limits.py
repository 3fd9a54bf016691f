"""How much mail one sender, one reply address and one network may bring, counted in the cache.

A leaked key lets anybody send mail, so letters and bytes are limited: for the owner, for mail that
only claims to be the owner's, and for all others. Without Redis each process counts for itself.
"""

import hashlib
from dataclasses import dataclass

from django.core.cache import cache

HOUR, DAY = 3600, 24 * 3600
MOST_AN_HOUR = 60
MOST_A_DAY_OF_OWNERS = 200
"""Mails of the owner of a reply address that are read in a day."""


MIB = 1024 * 1024
MOST_QUESTIONS_A_DAY = 3
"""Questions a day to the owner of a reply address about an unknown sender."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is taken in on any day."""

    letters: int
    size: int


OWNER = Budget(400, 32 * MIB)
UNPROVED_OWNER = Budget(200, 16 * MIB)
"""Mail that says it is the owner's, and nobody proves it."""
KNOWN_WAY = Budget(200, 16 * MIB)
"""What is kept beyond that for mail by a way by which the owner's has come before."""
STRANGER = Budget(40, 4 * MIB)
"""Mail to one reply address from everybody else together."""
NETWORK = Budget(2000, 128 * MIB)
DELIVERY_REPORTS = Budget(20, 2 * MIB)
"""Reports of mail servers about one letter."""


def is_over_budget(name: str, budget: Budget, size: int) -> bool:
    """Return whether this much more is beyond the day's budget of what the name stands for."""
    letters = _count(f"letters:{name}", DAY)
    taken = _count(f"bytes:{name}", DAY, by=size)
    return letters > budget.letters or taken > budget.size


def is_over_budget_of_key(
    about: str, *, is_owner: bool, is_authentic: bool | None, size: int
) -> bool:
    """Return whether a mail of this size to this reply address is beyond what it takes in a day."""
    if is_owner and is_authentic:
        return is_over_budget(f"owner:{about}", OWNER, size)
    if is_owner and is_authentic is None:
        return is_over_budget(f"unproved:{about}", UNPROVED_OWNER, size)
    return is_over_budget(f"stranger:{about}", STRANGER, size)


def note_refusal(about: str) -> None:
    """Remember for a day that mail to this reply address was refused."""
    cache.set(limit_key(f"refused:{about}"), True, DAY)


def was_refused(about: str) -> bool:
    """Return whether mail to this reply address was refused within the last day."""
    return bool(cache.get(limit_key(f"refused:{about}")))


def may_ask_owner(about: str) -> bool:
    """Return whether the owner of a reply address may be asked once more today about a sender."""
    return _count(f"question:{about}", DAY) <= MOST_QUESTIONS_A_DAY


def is_too_much(sender: str, *, is_owner: bool) -> bool:
    """Return whether the sender has sent too many mails lately, this one included."""
    # What others send under an owner's name does not count against the owner.
    who = f"{'owner' if is_owner else 'anybody'}:{sender}"
    is_within_hour = _count(f"hour:{who}", HOUR) <= MOST_AN_HOUR
    if not is_owner:
        return not is_within_hour
    return _count(f"day:{who}", DAY) > MOST_A_DAY_OF_OWNERS and not is_within_hour


def limit_key(name: str) -> str:
    """Return the cache key for this name, hashed: names hold addresses."""
    return f"inbound:{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def _count(name: str, seconds: int, *, by: int = 1) -> int:
    """Return how much has come under the name within that time, now included."""
    key = limit_key(name)
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key, by))
    except ValueError:  # it ran out between the two calls
        return by
