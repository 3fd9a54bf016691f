"""Pages that a signed link opens: no sign-in, no cookie, no cache, in the player's language.

GET never acts, because scanners open every link. What a person's press sends is authorised by
the link alone, so there is no CSRF token: whoever can forge the request already has the link.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt

from accounts.limits import within_limit
from accounts.models import User
from duel.doors import Door, open_door
from duel.errors import BrokenGame, Refused, RevokedLink
from duel.links import Purpose
from duel.models import Seat
from duel.pages.damaged import show_damage
from duel.services.link_uses import note_link_use
from duel.services.reaching import person_is_here

PRESSES_PER_MINUTE = 60

Page = Callable[[HttpRequest, Door], HttpResponse]


def by_link(
    purpose: Purpose,
) -> Callable[[Page], Callable[[HttpRequest, str], HttpResponse]]:
    """Return a decorator for pages that open with a link for this purpose.

    To open one is nobody's look: it writes nothing down but that the link was used. A press is its
    player's, and tells that they can be reached.
    """

    def decorate(page: Page) -> Callable[[HttpRequest, str], HttpResponse]:
        @csrf_exempt
        @wraps(page)
        def opened(request: HttpRequest, token: str) -> HttpResponse:
            response = _open(request, token)
            response["Cache-Control"] = "no-store, private"
            response["X-Robots-Tag"] = "noindex, nofollow"
            return response

        def _open(request: HttpRequest, token: str) -> HttpResponse:
            is_press = request.method == "POST"
            try:
                door = open_door(purpose, token, is_press=is_press)
            except Refused as refusal:
                status = 410 if isinstance(refusal, RevokedLink) else 404
                return say(request, str(refusal), status=status)
            except BrokenGame as broken:  # nobody knows whether the link is from us
                return show_damage(request, broken.game, is_known=False)
            with speaking_to(door.seat.user):
                try:
                    return _answer(request, door, is_press=is_press)
                except BrokenGame as broken:
                    return show_damage(request, broken.game, door.seat)

        def _answer(request: HttpRequest, door: Door, *, is_press: bool) -> HttpResponse:
            if is_press and not _may_press(door.seat):
                return say(request, translation.gettext("Too fast: wait a minute."), status=429)
            note_link_use(door.game, door.link, purpose, is_press=is_press)
            return page(request, _reached(door) if is_press else door)

        return opened

    return decorate


class speaking_to:  # noqa: N801 (a context manager, used like a function)
    """Within it, language and time zone are the person's."""

    def __init__(self, user: User | None) -> None:
        self._language = translation.override(user.language if user else None)
        self._zone = timezone.override(ZoneInfo(user.time_zone) if user else None)

    def __enter__(self) -> None:
        self._language.__enter__()
        self._zone.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._zone.__exit__(*error)
        self._language.__exit__(*error)


def say(request: HttpRequest, sentence: str, *, status: int = 200) -> HttpResponse:
    """Return a page with one sentence."""
    return render(request, "duel/linked/sentence.html", {"sentence": sentence}, status=status)


def _reached(door: Door) -> Door:
    """Return the door once it is written down, if that was in doubt, that its player is there.

    A move says so by itself.
    """
    game = door.game
    if door.link.number or game.to_move != door.seat.number or game.deadline is not None:
        return door
    player = door.seat.user
    return door.renewed() if player is not None and person_is_here(player) else door


def _may_press(seat: Seat) -> bool:
    return within_limit(f"press:{seat.pk}", most=PRESSES_PER_MINUTE, seconds=60)
