"""Identifies callers of the API: by a token, the key of a seat, a session, or as strangers.

They are tried in this order, and a bad token or key is refused, whatever cookie comes with it. A
session counts for a POST only with a CSRF token; no browser sends a token or key by itself, so
these need none.
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
        token = _credentials(request, "bearer")
        if token is None:
            return None
        found = find_token(token)
        if found is not None and found.user.suspended_at is not None:
            raise KeptOut
        if found is None or not found.user.is_active:
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
        token = _credentials(request, "seat")
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
    """Return a stranger, who may only read."""
    return Caller(Visitor(), f"network {network_of(request)}", channel=Channel.API)


def refuse_long_bodies(request: HttpRequest) -> None:
    """Raise TooLarge before a body is read that is too long."""
    if body_length(request) > MOST_BYTES:
        raise TooLarge


def body_length(request: HttpRequest) -> int:
    """Return the announced bytes of the body, or 0 if they are no number."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


KNOWN: list[Any] = [refuse_long_bodies, PersonalToken(), KeyOfSeat(), OwnSession()]
"""For acts, and for what belongs to a person."""
ANYBODY: list[Any] = [*KNOWN, anybody]
"""For what anybody may look at."""


def _credentials(request: HttpRequest, scheme: str) -> str | None:
    """Return the credentials of the Authorization header; None if it has another scheme."""
    found, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if found.lower() == scheme else None
