"""Codes that an authenticator app shows: RFC 6238 by `pyotp`, as every app knows it.

Which codes count is decided here: the library's `verify` does not say to which half minute a code
belongs, and without that nobody can tell that it was used before.
"""

from base64 import b32encode

from django.utils.crypto import constant_time_compare
from pyotp.totp import TOTP

STEP = 30
SECRET_LENGTH = 20
"""Bytes, as RFC 4226 advises."""


def code_at(secret: bytes, counter: int) -> str:
    """Return the code for the counter-th half minute since 1970."""
    return _totp(secret).generate_otp(counter)


def counter_of(secret: bytes, typed: str, *, now: float) -> int | None:
    """Return which half minute the code belongs to, or None if it is not one of this moment.

    The one before and the one after count too: people type slowly, and clocks are not exact.
    """
    totp = _totp(secret)
    current = int(now) // STEP
    for counter in (current, current - 1, current + 1):
        if constant_time_compare(typed, totp.generate_otp(counter)):
            return counter
    return None


def secret_words(secret: bytes) -> str:
    """Return the secret as apps take it, in groups for the eye."""
    letters = _totp(secret).secret
    return " ".join(letters[place : place + 4] for place in range(0, len(letters), 4))


def otpauth_url(secret: bytes, *, issuer: str, account: str) -> str:
    """Return the link by which a phone hands the secret to its app."""
    return _totp(secret).provisioning_uri(name=account, issuer_name=issuer)


def _totp(secret: bytes) -> TOTP:
    return TOTP(b32encode(secret).decode(), interval=STEP)
