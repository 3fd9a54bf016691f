"""Networks from which somebody signed in before: what strangers ask for does not count there.

They are kept in the cache, hashed with the address: nobody reads them there, and if they are lost,
the limits for strangers hold.
"""

from django.core.cache import cache

from accounts.requests.limits import limit_key

SECONDS = 90 * 24 * 60 * 60


def remember_network(address: str, network: str) -> None:
    """Note that the owner of this address signed in from this network."""
    cache.set(_key(address, network), 1, SECONDS)


def is_known_network(address: str, network: str) -> bool:
    """Return whether the owner of this address signed in from this network lately."""
    return cache.get(_key(address, network)) is not None


def _key(address: str, network: str) -> str:
    return limit_key(f"known-network:{address}:{network}")
