"""What a request tells of its visitor: network, device, how often; and where it may redirect."""

import hashlib
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

Address = IPv4Address | IPv6Address
KNOWN_NETWORK_SECONDS = 90 * 24 * 60 * 60
LONGEST_TARGET = 500
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def network_of(request: HttpRequest) -> str:
    """Return the network of the visitor who makes this request."""
    forwarded_for = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return network_behind(request.META.get("REMOTE_ADDR", ""), forwarded_for)


def network_behind(peer: str, forwarded_for: str) -> str:
    """Return the visitor's IPv4 address, or the /64 that one IPv6 customer has for themselves."""
    # `X-Forwarded-For` is believed only from a proxy of our own (`TRUSTED_PROXIES`), and in it only
    # the last address that is not one: the visitor may have written all before it.
    address = _parse_address(peer)
    for hop in reversed(forwarded_for.split(",")):
        if address is None or not _is_trusted(address):
            break
        address = _parse_address(hop) or address
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address or "unknown")


def is_trusted(peer: str) -> bool:
    """Return whether this address is a proxy of our own."""
    address = _parse_address(peer)
    return address is not None and _is_trusted(address)


def _parse_address(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_trusted(address: Address) -> bool:
    return any(address in ip_network(network) for network in settings.TRUSTED_PROXIES)


def within_limit(name: str, most: int, seconds: int) -> bool:
    """Return whether the name came up at most `most` times in so many seconds, now included."""
    key = limit_key(name)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) <= most
    except ValueError:  # it ran out between the two calls
        return True


def limit_key(name: str) -> str:
    """Return the cache key for this name, hashed: names hold addresses."""
    return f"limit:{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def remember_network(address: str, network: str) -> None:
    """Note that the owner signed in from here; if the cache forgets it, strangers' limits hold."""
    cache.set(_known_network_key(address, network), 1, KNOWN_NETWORK_SECONDS)


def is_known_network(address: str, network: str) -> bool:
    """Return whether the owner of this address signed in from this network lately."""
    return cache.get(_known_network_key(address, network)) is not None


def _known_network_key(address: str, network: str) -> str:
    return limit_key(f"known-network:{address}:{network}")


def device_of(user_agent: str) -> str:
    """Return browser and system, such as `Firefox, Android`; what is not known is left out."""
    found = (
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, found))


def local_target(request: HttpRequest, target: str) -> str:
    """Return the path if it is one of this site's pages, else nothing: anybody can write it."""
    if not target.startswith("/") or not target.isprintable() or len(target) > LONGEST_TARGET:
        return ""
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return ""
    try:
        resolve(urlsplit(target).path)
    except (Resolver404, ValueError):
        return ""
    return target
