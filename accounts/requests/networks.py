"""Where a request comes from, for counting what one network asks for."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address


def network_of(request: HttpRequest) -> str:
    """Return the visitor's IPv4 address, or the /64 that one IPv6 customer has for themselves.

    `X-Forwarded-For` is believed only from a proxy of our own (`TRUSTED_PROXIES`), and in it only
    the last address that is not one: whatever stands before it, the visitor may have written.
    """
    address = _parse(request.META.get("REMOTE_ADDR", ""))
    for hop in reversed(request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        if address is None or not _is_trusted(address):
            break
        address = _parse(hop) or address
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address or "unknown")


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_trusted(address: Address) -> bool:
    return any(address in ip_network(network) for network in settings.TRUSTED_PROXIES)
