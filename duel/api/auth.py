"""Identifies the caller: by a personal token, the key of a seat, a session, or as a stranger.

Each call of the API names what it accepts.

They are tried in this order, and whatever is sent has to be good: a key that is not is never passed
over in favour of a cookie. A session counts for a POST only together with the CSRF token of a page
of ours; a token or key is sent by no browser by itself, so it needs none.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from accounts.models import ApiToken, User
from accounts.requests import network_of
from accounts.services.api_tokens import find_token
from duel.api.errors import NoCsrfToken, SignInFirst, TooLarge
from duel.errors import KeptOut
from duel.record.seat_keys import read_seat_key
from duel.table.open_table import Visitor
from engine.kinds import Channel

MOST_BYTES = 32 * 1024
"""Of a body: sixty moves and a note are far shorter."""

_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Caller:
    """The caller, and what their requests are counted under."""

    reader: Visitor
    counted_as: str
    channel: Channel
    """How a move that they make came in, as the log has it."""
    speaks_for: User | None = None
    """In whose language they are answered, if not in that of the page."""
    token: ApiToken | None = None


class PersonalToken(AuthBase):
    """`Authorization: Bearer …`: acts as the person who made the token."""

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Return whose token it is."""
        token = _sent(request, "bearer")
        if token is None:
            return None
        found = find_token(token)
        if found is None:
            raise SignInFirst
        if found.user.suspended_at is not None:
            raise KeptOut
        if not found.user.is_active:
            raise SignInFirst
        return Caller(
            Visitor(found.user),
            f"token {found.pk}",
            channel=Channel.API,
            speaks_for=found.user,
            token=found,
        )


class KeyOfSeat(AuthBase):
    """`Authorization: Seat …`: looks and plays in one seat of one game."""

    openapi_type = "apiKey"
    openapi_in = "header"
    openapi_name = "Authorization"

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Return which seat it is the key of."""
        token = _sent(request, "seat")
        if token is None:
            return None
        key = read_seat_key(token, timezone.now())
        # The key is handed out by the page that a letter links to, and nowhere else.
        return Caller(Visitor(key=key), f"seat {key.game}:{key.seat}", channel=Channel.LINK)


class OwnSession(AuthBase):
    """The cookie of a person who is signed in, with the CSRF token in `X-CSRFToken` for a POST."""

    openapi_type = "apiKey"
    openapi_in = "cookie"
    openapi_name = "sessionid"

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Return who is signed in."""
        if request.headers.get("Authorization"):
            raise SignInFirst  # it says something that we do not understand
        if not isinstance(request.user, User):
            return None
        if request.method not in _SAFE and check_csrf(request) is not None:
            raise NoCsrfToken
        return Caller(Visitor(request.user), f"person {request.user.pk}", channel=Channel.WEB)


def anybody(request: HttpRequest) -> Caller:
    """Return the caller whom nobody knows; for reading alone."""
    return Caller(Visitor(), f"network {network_of(request)}", channel=Channel.API)


def refuse_long_bodies(request: HttpRequest) -> None:
    """Raise before a body is read that is longer than anything that can be meant here."""
    if body_length(request) > MOST_BYTES:
        raise TooLarge


def body_length(request: HttpRequest) -> int:
    """Return how many bytes the body is said to have; what is no number counts as none."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


KNOWN: list[Any] = [refuse_long_bodies, PersonalToken(), KeyOfSeat(), OwnSession()]
"""For what somebody does, or what is theirs: none but these."""
ANYBODY: list[Any] = [*KNOWN, anybody]
"""For what anybody may look at."""


def _sent(request: HttpRequest, scheme: str) -> str | None:
    """Return what stands behind the scheme in the Authorization header; None: it is another one."""
    found, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if found.lower() == scheme else None
