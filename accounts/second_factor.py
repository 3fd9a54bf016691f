"""The second factor of operators: codes of RFC 6238, their QR code, and whether one was shown."""

from base64 import b32encode
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from pyotp.totp import TOTP

from accounts.models import SecondFactor, User

MARK = "second_factor"
"""Under this name the session keeps which factor was shown, and when."""

GOOD_FOR = 12 * 60 * 60
"""Seconds after which it is asked for again."""

STEP = 30
SECRET_LENGTH = 20
"""Bytes, as RFC 4226 advises."""
QUIET_ZONE = 4
"""Cells of light around it, as ISO 18004 wants them."""


def factor_of(person: User) -> SecondFactor | None:
    """Return the person's second factor, if one is in force."""
    return SecondFactor.objects.filter(user=person, confirmed_at__isnull=False).first()


def is_missing(request: HttpRequest) -> bool:
    """Return whether this browser must show a second factor before it enters the admin."""
    if not isinstance(request.user, User):
        return True
    # Each page of the admin asks twice: what the request's user once knows of it is kept.
    factor: SecondFactor | None = getattr(request.user, "second_factor", None)
    if factor is None or factor.confirmed_at is None:
        return bool(settings.SECOND_FACTOR_REQUIRED)
    return not was_shown(request, factor)


def was_shown(request: HttpRequest, factor: SecondFactor) -> bool:
    """Return whether this very factor was shown in this browser a short while ago."""
    shown, at = request.session.get(MARK, (None, 0))
    return bool(shown == factor.pk and 0 <= timezone.now().timestamp() - at < GOOD_FOR)


def note_shown(request: HttpRequest, factor: SecondFactor) -> None:
    """Remember that it was shown; who knew the session's key before does not know it now."""
    request.session.cycle_key()
    request.session[MARK] = (factor.pk, int(timezone.now().timestamp()))


def counter_of(secret: bytes, typed: str, *, now: float) -> int | None:
    """Return which half minute the code belongs to, or None if it is not one of this moment."""
    # The library's `verify` does not say it, and without it nobody can tell that a code was used.
    # The one before and the one after count too: people type slowly, and clocks are not exact.
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


@dataclass(frozen=True)
class QrCode:
    """The dark cells of a QR code as the path of an SVG, and the length of a side in cells."""

    side: int
    path: str


def qr_code(text: str) -> QrCode:
    """Return the QR code of a text, with the light around it."""
    rows = list(segno.make_qr(text).matrix_iter(border=QUIET_ZONE))
    dark = (
        f"M{across} {down}h1v1h-1z"
        for down, row in enumerate(rows)
        for across, cell in enumerate(row)
        if cell
    )
    return QrCode(len(rows), "".join(dark))
