"""Answers of the API as JSON; a refusal has a code for programs and a sentence for people."""

import gzip
import json
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from duel.errors import (
    BadGameFile,
    BrokenGame,
    HasLeft,
    IllegalMove,
    KeptOut,
    NoSuchReader,
    NotYourSeat,
    Refused,
    UnknownGame,
    Unreadable,
)
from duel.games.damage_sentences import damage_sentences
from duel.integrity.divergences import check_broken_game
from duel.record.seat_keys import BadKey

_TYPE = "application/json; charset=utf-8"


def json_answer(data: Any, *, status: int = 200) -> HttpResponse:
    """Return the data as an answer; tests, not this, hold it to `duel.api.schemas`."""
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(content, status=status, content_type=_TYPE)


def packed_answer(request: HttpRequest, packed: bytes) -> HttpResponse:
    """Return JSON that gzip has packed already: as it is, for all who can read that."""
    is_read = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if is_read else gzip.decompress(packed), content_type=_TYPE)
    if is_read:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


CONFLICT = 409
_STATUSES: dict[type[Refused], int] = {
    BadKey: 401,
    HasLeft: 403,
    NotYourSeat: 403,
    KeptOut: 403,
    UnknownGame: 404,
    BadGameFile: 422,
    IllegalMove: 422,
    NoSuchReader: 422,
    Unreadable: 422,
}
"""The status of each; others have to do with how the game stands (409)."""


class NotAnswered(Refused):
    """A request that is refused for no reason of the game."""

    sentence: ClassVar[str | Promise] = _("What was asked for cannot be answered.")

    status: ClassVar[int]


class SignInFirst(NotAnswered):
    """The caller is not known by what was sent."""

    status = 401
    code = "sign_in"
    sentence: ClassVar[str | Promise] = _("Sign in, or send a key that is good.")


class NoCsrfToken(NotAnswered):
    """A page of another site may have sent it, with our cookies."""

    status = 403
    code = "csrf"
    sentence = _("Send the CSRF token of the page in the header X-CSRFToken.")


class TooFast(NotAnswered):
    """Nobody plays or looks so often."""

    status = 429
    code = "too_fast"
    sentence = _("Too fast: wait a minute.")


class TooLarge(NotAnswered):
    """No turn and no note may be longer."""

    status = 413
    code = "too_large"
    sentence = _("This is too long.")


def error_answer(status: int, code: str, sentence: str, **more: Any) -> HttpResponse:
    """Return the answer that says why nothing was done."""
    return json_answer({"code": code, "sentence": sentence, **more}, status=status)


def refusal_answer(refusal: Refused, **more: Any) -> HttpResponse:
    """Return the answer to what was refused."""
    status = _STATUSES.get(type(refusal), CONFLICT)
    if isinstance(refusal, NotAnswered):
        status = refusal.status
    answer = error_answer(status, refusal.code, str(refusal), **more)
    if status == TooFast.status:
        answer["Retry-After"] = "60"
    return answer


def damage_answer(broken: BrokenGame) -> HttpResponse:
    """Return that the record of the game is damaged, and tell the operators."""
    check_broken_game(broken.game)
    return error_answer(CONFLICT, "damaged", " ".join(damage_sentences(broken.game)))


def handle_errors(api: NinjaAPI) -> None:
    """Let the API answer in this way; unknown exceptions go on to Django."""

    def refused(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal_answer(error)

    def not_json(request: HttpRequest, error: Any) -> HttpResponse:
        sentence = gettext("What was sent cannot be read: it is no JSON.")
        return error_answer(error.status_code, "unreadable_body", sentence)

    def not_valid(request: HttpRequest, error: Any) -> HttpResponse:
        where = sorted({".".join(map(str, each["loc"][1:])) for each in error.errors})
        sentence = gettext("What was sent is not what is expected here: %(where)s.")
        return error_answer(422, "invalid", sentence % {"where": ", ".join(where)}, where=where)

    def unknown_error(request: HttpRequest, error: Any) -> HttpResponse:
        raise error

    api.add_exception_handler(Refused, refused)
    api.add_exception_handler(
        AuthenticationError, lambda request, error: refusal_answer(SignInFirst())
    )
    api.add_exception_handler(HttpError, not_json)
    api.add_exception_handler(ValidationError, not_valid)
    api.add_exception_handler(Exception, unknown_error)
