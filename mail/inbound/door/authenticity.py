"""What our own mail server says about the sender of a mail; no other server is believed."""

import re
from ipaddress import IPv6Address, ip_address, ip_network

import structlog
from django.conf import settings
from django.utils.encoding import punycode

from mail.inbound.door.authentication_results import MalformedResults, Result, parse_results
from mail.inbound.door.headers import Headers

log = structlog.get_logger(__name__)

_FAILURES = ("fail", "hardfail")
_BRACKETED = re.compile(r"\[(?:IPv6:)?([0-9a-fA-F:.]{2,45})\]")


def is_authentic(headers: Headers, *, sender: str) -> bool | None:
    """Return whether the mail is from its sender's domain; None where nothing proves either."""
    # DMARC decides, about the domain in From; without its verdict, a signature or an envelope
    # that is aligned with that domain.
    domain = _domain(sender)
    results = _results(headers)
    dmarc = [result for result in results if result.method == "dmarc"]
    if any(result.verdict in _FAILURES for result in dmarc):
        return False
    if any(result.verdict == "pass" for result in dmarc):
        about = [_domain(result.properties.get("header.from", "")) for result in dmarc]
        return True if about == [domain] else None  # two of them: one may be the sender's words
    checked = [result for result in results if result.method in ("dkim", "spf")]
    if any(each.verdict == "pass" and is_aligned(_proved(each), domain) for each in checked):
        return True
    return False if any(each.verdict in _FAILURES for each in checked) else None


def path_of(headers: Headers) -> str:
    """Return how the mail reached our servers: a network or, unknown, a signer."""
    # The network stands in the lowest `Received` line that is ours, so no sender can write it.
    ours = headers.every("Received")[: max(settings.INBOUND_HOPS, 1)]
    if network := _network(ours[-1]) if ours else "":
        return network
    signed = [each for each in _results(headers) if (each.method, each.verdict) == ("dkim", "pass")]
    return next((f"dkim {domain}"[:80] for each in signed if (domain := _proved(each))), "")


def is_aligned(proved: str, domain: str) -> bool:
    """Return whether the proved domain is the other one or above it."""
    # Not below: `anybody.host.example` may be a customer of `host.example`. No list of public
    # suffixes is needed, as nobody signs for `co.uk`.
    return "." in proved and (domain == proved or domain.endswith(f".{proved}"))


def _results(headers: Headers) -> list[Result]:
    """Return what the topmost header with our server's name says."""
    # Our server adds its own on top. One below more `Received` lines than our servers write
    # (`INBOUND_HOPS`) came with the mail.
    trusted, hops = settings.INBOUND_AUTHSERV.lower(), 0
    for name, value in headers.fields if trusted else ():
        if name == "received":
            hops += 1
        elif name == "authentication-results":
            try:
                server, results = parse_results(value)
            except MalformedResults:
                return []  # perhaps our own, spoilt by what it quotes: no lower one counts instead
            if server == trusted and hops > settings.INBOUND_HOPS:
                log.warning("authentication_results_too_deep", hops=hops)
                return []
            if server == trusted:
                return results
    return []


def _proved(result: Result) -> str:
    """Return the domain that a signature or an envelope speaks for."""
    properties = result.properties
    if result.method == "dkim":
        return _domain(properties.get("header.d", "") or properties.get("header.i", ""))
    return _domain(properties.get("smtp.mailfrom", ""))


def _domain(address: str) -> str:
    """Return the domain of an address or a domain, as it is compared."""
    domain = address.rpartition("@")[2].strip().lower().rstrip(".")
    try:
        return punycode(domain)
    except UnicodeError:
        return ""


def _network(received: str) -> str:
    """Return the network that a `Received` line names in its first comment: /24, or /48 of IPv6."""
    comment = received.partition("(")[2].partition(")")[0]
    found = _BRACKETED.search(comment)
    try:
        address = ip_address(found[1]) if found else None
    except ValueError:
        address = None
    if address is None:
        return ""
    size = 48 if isinstance(address, IPv6Address) else 24
    return str(ip_network((address, size), strict=False))
