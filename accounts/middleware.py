"""Pages for who is signed in: in their language, by their clock, with trouble of their address."""

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
"""Seconds after which a browser's sign of life is written down again."""

ASKED_BY_PROGRAMS = "/api/"
"""What pages fetch by themselves: an open tab is no sign of life, and to ask writes nothing."""


def personal_settings(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that stands after authentication and lets the person's wishes win."""

    def answer(request: HttpRequest) -> HttpResponse:
        # Who has no session is not looked for, so that pages without login stay without cookies.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return get_response(request)
        if not request.path.startswith(ASKED_BY_PROGRAMS):
            _note_sign_of_life(request)
        request.LANGUAGE_CODE = request.user.language
        # Left active for the middleware around this one, which asks for it; the next request
        # begins with a choice of its own.
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
