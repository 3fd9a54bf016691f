"""Pages in the language and time zone of the person who is signed in; trouble of their address."""

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from accounts.models.sign_in import SEEN
from mail.models import Suppression
from mail.reports.suppression import suppression_of

SEEN_AGAIN_AFTER = 10 * 60
"""Seconds after which a browser's sign of life is noted again."""

ASKED_BY_PROGRAMS = "/api/"
"""What pages fetch by themselves: an open tab is no sign of life."""


def personal_settings(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware, after authentication, that applies the person's language and time zone."""

    def answer(request: HttpRequest) -> HttpResponse:
        # Without a session cookie `request.user` is not touched: such pages set no cookies.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return get_response(request)
        if not request.path.startswith(ASKED_BY_PROGRAMS):
            _note_sign_of_life(request)
        request.LANGUAGE_CODE = request.user.language
        # Left active for the middleware around this one; the next request chooses its own.
        translation.activate(request.user.language)
        with timezone.override(zoneinfo.ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return answer


def _note_sign_of_life(request: HttpRequest) -> None:
    now = int(timezone.now().timestamp())
    if now - request.session.get(SEEN, 0) > SEEN_AGAIN_AFTER:
        request.session[SEEN] = now


def address_trouble(request: HttpRequest) -> dict[str, Any]:
    """Return why letters to the person's address do not arrive, looked up only if it is shown."""

    def find() -> Suppression | None:
        user = getattr(request, "user", None)
        return suppression_of(user.email) if user and user.is_authenticated else None

    return {"address_trouble": SimpleLazyObject(find)}
