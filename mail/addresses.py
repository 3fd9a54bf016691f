"""The addresses in a letter's headers: its Message-ID, and where trouble with it is reported."""

import hashlib
import re
from email.utils import parseaddr

from django.conf import settings
from django.utils.encoding import punycode

_TOKEN = re.compile(r"(?:.*\+)?bounce[+.]([0-9a-f]{16})", re.IGNORECASE)


def message_id(key: str) -> str:
    """Return the Message-ID of the letter with this key: the same however often it is sent."""
    digest = hashlib.sha256(f"{settings.SITE_URL}\n{key}".encode()).hexdigest()
    return f"<{digest[:32]}@{_our_domain()}>"


def return_path(token: str) -> str:
    """Return the address to which servers report trouble with the letter of this token.

    Without a domain for it, it is an extension of our sender's own mailbox.
    """
    if settings.BOUNCE_DOMAIN:
        return f"bounce+{token}@{punycode(settings.BOUNCE_DOMAIN)}"
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[0]
    return f"{sender}+bounce.{token}@{_our_domain()}"


def token_of_return_path(address: str) -> str:
    """Return the token of the letter that this return path was made for, or nothing."""
    found = _TOKEN.fullmatch(address.rpartition("@")[0])
    return found[1].lower() if found else ""


def _our_domain() -> str:
    return punycode(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2])
