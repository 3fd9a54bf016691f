"""How much mail one sender may send us, counted in the cache.

While Redis is away the cache is the memory of the process: the limits hold in each of them.
"""

import hashlib

from django.core.cache import cache

HOUR, DAY = 3600, 24 * 3600
MOST_AN_HOUR = 60
MOST_A_DAY_OF_OWNERS = 200
"""So many mails of the person whom a reply address was made for are read on any day."""


def is_too_much(sender: str, *, is_owner: bool) -> bool:
    """Return whether the sender has sent too many mails lately, this one included.

    What others send under an owner's name does not count against the owner.
    """
    who = f"{'owner' if is_owner else 'anybody'}:{sender}"
    is_within_hour = _count(f"hour:{who}", HOUR) <= MOST_AN_HOUR
    if not is_owner:
        return not is_within_hour
    return _count(f"day:{who}", DAY) > MOST_A_DAY_OF_OWNERS and not is_within_hour


def limit_key(name: str) -> str:
    """Return what the count of this name is kept under: names hold addresses, the cache none."""
    return f"inbound:{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def _count(name: str, seconds: int) -> int:
    """Return how often the name has come up within that time, now included."""
    key = limit_key(name)
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it ran out between the two calls
        return 1
