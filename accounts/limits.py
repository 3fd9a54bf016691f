"""Limits on what can be asked for again and again, counted in the cache."""

from django.core.cache import cache


def within_limit(name: str, *, most: int, seconds: int) -> bool:
    """Return whether this is at most the `most`-th time the name came up in that many seconds."""
    key = f"limit:{name}"
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= most
    except ValueError:  # it ran out between the two calls
        return True
