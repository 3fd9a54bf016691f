"""Addresses as letters and logs need them."""

import hashlib
from email.utils import parseaddr

from django.conf import settings
from django.utils.encoding import punycode


def redacted(address: str) -> str:
    """Return the address as a log may show it: `a…@example.org` for ada@example.org."""
    person, _, domain = address.rpartition("@")
    return f"{person[:1]}…@{domain}"


def message_id(key: str) -> str:
    """Return the Message-ID of the letter with this key: the same however often it is sent."""
    digest = hashlib.sha256(f"{settings.SITE_URL}\n{key}".encode()).hexdigest()
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{digest[:32]}@{punycode(domain)}>"
