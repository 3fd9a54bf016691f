"""Whether somebody has shown a second factor in this browser, and whether they have to."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import SecondFactor, User

MARK = "second_factor"
"""Under this name the session keeps which factor was shown, and when."""

GOOD_FOR = 12 * 60 * 60
"""Seconds after which it is asked for again."""


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
    """Remember that it was shown; whoever knew the session's key before does not know it now."""
    request.session.cycle_key()
    request.session[MARK] = (factor.pk, int(timezone.now().timestamp()))
