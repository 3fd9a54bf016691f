"""Limits on what can be asked for again and again, counted in the cache.

While Redis is away the cache is the memory of the process: limits hold in each of them.
"""

import hashlib

from django.core.cache import cache


def within_limit(name: str, most: int, seconds: int) -> bool:
    """Return whether this is at most the `most`-th time the name came up in that many seconds."""
    key = limit_key(name)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= most
    except ValueError:  # it ran out between the two calls
        return True


def limit_key(name: str) -> str:
    """Return what the count of this name is kept under: names hold addresses, the cache none."""
    return f"limit:{hashlib.sha256(name.encode()).hexdigest()[:32]}"
