"""Where a request comes from, for counting what one network asks for."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address


def network_of(request: HttpRequest) -> str:
    """Return the network of the visitor who makes this request."""
    forwarded_for = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return network_behind(request.META.get("REMOTE_ADDR", ""), forwarded_for)


def network_behind(peer: str, forwarded_for: str) -> str:
    """Return the visitor's IPv4 address, or the /64 that one IPv6 customer has for themselves.

    `X-Forwarded-For` is believed only from a proxy of our own (`TRUSTED_PROXIES`), and in it only
    the last address that is not one: whatever stands before it, the visitor may have written.
    """
    address = _parse(peer)
    for hop in reversed(forwarded_for.split(",")):
        if address is None or not _is_trusted(address):
            break
        address = _parse(hop) or address
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address or "unknown")


def is_trusted(peer: str) -> bool:
    """Return whether this address is a proxy of our own."""
    address = _parse(peer)
    return address is not None and _is_trusted(address)


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_trusted(address: Address) -> bool:
    return any(address in ip_network(network) for network in settings.TRUSTED_PROXIES)
