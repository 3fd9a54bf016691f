"""What our own mail server says about who sent a mail; what others say about it counts nothing."""

import re

from django.conf import settings

from mail.inbound.door.headers import Headers

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*(dmarc|dkim|spf)(?:/\d+)?\s*=\s*([a-z]+)", re.IGNORECASE)
_DOMAIN = re.compile(
    r"\b(?:header\.d|header\.i|smtp\.mailfrom|smtp\.helo)\s*=\s*\"?(?:[^\s;@\"]*@)?([\w.-]+)",
    re.IGNORECASE,
)


def is_authentic(headers: Headers, *, sender: str) -> bool | None:
    """Return whether the mail is from its sender's domain; None where nobody we trust says.

    Only the topmost `Authentication-Results` with the name of our server (RFC 8601) counts: it puts
    its own above whatever came with the mail. DMARC decides; without it a signature or an envelope
    of the sender's own domain does.
    """
    results = _results(headers)
    verdict = next((said for method, said, _ in results if method == "dmarc"), "")
    if verdict in ("pass", "fail"):
        return verdict == "pass"
    checked = [each for each in results if each[0] != "dmarc"]
    if any(said == "pass" and _belong(domain, sender) for _, said, domain in checked):
        return True
    has_failed = any(said == "fail" for _, said, _ in checked)
    return False if has_failed else None


def _results(headers: Headers) -> list[tuple[str, str, str]]:
    """Return each method, its result and the domain that it is about."""
    trusted = settings.INBOUND_AUTHSERV.lower()
    for value in headers.every("Authentication-Results") if trusted else ():
        server, _, rest = _COMMENT.sub(" ", value).partition(";")
        if server.split()[:1] and server.split()[0].lower() == trusted:
            return [
                _result(found, part) for part in rest.split(";") if (found := _RESULT.match(part))
            ]
    return []


def _result(found: re.Match[str], part: str) -> tuple[str, str, str]:
    domain = _DOMAIN.search(part)
    return found[1].lower(), found[2].lower(), domain[1].lower() if domain else ""


def _belong(domain: str, sender: str) -> bool:
    """Return whether the domain is the sender's, one above it or one below it."""
    own = sender.rpartition("@")[2]
    if not domain or "." not in domain or not own:
        return False
    return own == domain or own.endswith(f".{domain}") or domain.endswith(f".{own}")
