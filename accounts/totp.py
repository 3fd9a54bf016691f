"""Codes that an authenticator app shows: RFC 6238, with what every app knows without asking."""

import hmac
from base64 import b32encode
from urllib.parse import quote, urlencode

from django.utils.crypto import constant_time_compare

STEP = 30
DIGITS = 6
SECRET_LENGTH = 20
"""Bytes, as RFC 4226 advises."""


def code_at(secret: bytes, counter: int) -> str:
    """Return the code for the counter-th half minute since 1970."""
    mac = hmac.digest(secret, counter.to_bytes(8), "sha1")
    offset = mac[-1] & 0xF
    number = int.from_bytes(mac[offset : offset + 4]) & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def counter_of(secret: bytes, typed: str, *, now: float) -> int | None:
    """Return which half minute the code belongs to, or None if it is not one of this moment.

    The one before and the one after count too: people type slowly, and clocks are not exact.
    """
    current = int(now) // STEP
    for counter in (current, current - 1, current + 1):
        if constant_time_compare(typed, code_at(secret, counter)):
            return counter
    return None


def secret_words(secret: bytes) -> str:
    """Return the secret as apps take it, in groups for the eye."""
    letters = b32encode(secret).decode()
    return " ".join(letters[place : place + 4] for place in range(0, len(letters), 4))


def otpauth_url(secret: bytes, *, issuer: str, account: str) -> str:
    """Return the link by which a phone hands the secret to its app."""
    name = quote(f"{issuer}:{account}")
    return f"otpauth://totp/{name}?" + urlencode(
        {"secret": b32encode(secret).decode(), "issuer": issuer}, quote_via=quote
    )
