"""The calls about games: look, look ahead, play, take back, send now, and ask for news."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Field, Router

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.requests import within_limit
from accounts.services.api_tokens import note_use
from duel.api.answers import line_answer, next_answer, table_answer, turn_answer
from duel.api.auth import ANYBODY, KNOWN, Caller
from duel.api.errors import (
    SignInFirst,
    TooFast,
    damage_answer,
    json_answer,
    packed_answer,
    refusal_answer,
)
from duel.api.schemas import At, Error, GameLine, Moves, Next, Ply, Replay, Steps, Table, Turn
from duel.errors import BrokenGame, HasLeft, NotYourSeat, Refused, Stale
from duel.lobby.selectors import games_waiting_after, running_games
from duel.models import KnownSeat
from duel.play.moves import play_with_note
from duel.play.notes import NotesNotPassedOn
from duel.play.undo import send_now, take_back_turn
from duel.table.open_table import OpenTable, open_table
from duel.table.replay_data import pack_replay
from duel.table.replay_sources import replay_of_game
from duel.table.turn_ahead import look_ahead
from duel.timekeeping.returned_letters import person_is_here

READS_PER_MINUTE = 600
PRESSES_PER_MINUTE = 60

router = Router(tags=["games"])

REFUSALS = {401: Error, 403: Error, 404: Error, 409: Error, 422: Error, 429: Error}
_LOOKS: dict[str, Any] = {"auth": ANYBODY, "response": {200: Table, **REFUSALS}}
_PLAYS: dict[str, Any] = {"auth": KNOWN, "response": {200: Table, 413: Error, **REFUSALS}}

Drawn = Annotated[bool, Field(description="With the table drawn: HTML by region")]
Number = Annotated[int, Field(ge=0, le=2**53, description="`number` of the last table")]


@router.api_operation(
    ["GET", "HEAD"],
    "",
    auth=KNOWN,
    response={200: list[GameLine], 401: Error, 403: Error, 429: Error},
    url_name="games",
)
def games(request: HttpRequest) -> HttpResponse:
    """Return the running games of the caller: those that wait for them first, by deadline."""
    caller = _count_call(request)
    person = _person(caller)
    with speaking_to(caller.speaks_for) if caller.speaks_for else nullcontext():
        return json_answer([line_answer(line) for line in running_games(person)])


@router.api_operation(["GET", "HEAD"], "/{public_id}", **_LOOKS, url_name="table")
def look(request: HttpRequest, public_id: str, drawn: Drawn = False) -> HttpResponse:
    """Return where the game stands, what happened, and what the reader can do."""
    return at_table(request, public_id, lambda table: _table(table, drawn=drawn))


@router.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/news",
    auth=ANYBODY,
    response={200: Table, 204: None, **REFUSALS},
    url_name="news",
)
def news(
    request: HttpRequest,
    public_id: str,
    after: Number,
    drawn: Drawn = False,
) -> HttpResponse:
    """Return the game if there is more to see than there was at that number; else nothing."""

    def answer(table: OpenTable) -> HttpResponse:
        if table.number == after:
            return HttpResponse(status=204)
        return _table(table, drawn=drawn)

    return at_table(request, public_id, answer)


@router.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/next",
    auth=KNOWN,
    response={200: Next, **REFUSALS},
    url_name="next",
)
def following(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return which game waits most urgently for the move of the caller, beside this one."""
    person = _person(caller_of(request))

    def answer(table: OpenTable) -> HttpResponse:
        return json_answer(next_answer(games_waiting_after(person, public_id)))

    return at_table(request, public_id, answer)


@router.post(
    "/{public_id}/turn",
    auth=KNOWN,
    response={200: Turn, 413: Error, **REFUSALS},
    url_name="turn",
)
def turn(request: HttpRequest, public_id: str, sent: Steps, drawn: Drawn = False) -> HttpResponse:
    """Return what steps of a turn would come to, and what may follow; nothing is played.

    Nothing is told that is not known yet: what would be turned up stays hidden.
    """

    def answer(table: OpenTable) -> HttpResponse:
        _own_seat(table)
        perspective = table.perspective
        ahead = look_ahead(perspective, sent.steps, ply=sent.ply)
        return json_answer(turn_answer(perspective, ahead, drawn=drawn))

    return at_table(request, public_id, answer)


@router.post("/{public_id}/moves", **_PLAYS, url_name="moves")
def moves(request: HttpRequest, public_id: str, sent: Moves, drawn: Drawn = False) -> HttpResponse:
    """Play moves of a turn, all or none, from where the game stood at that ply.

    The very same moves sent again are a success that changes nothing.
    """

    def play(table: OpenTable) -> HttpResponse:
        played, is_kept = play_with_note(
            seat=_own_seat(table),
            expected_ply=sent.ply,
            moves=sent.moves,
            channel=caller_of(request).channel,
            note=sent.note,
            note_to=sent.note_to,
            shown_seats=sent.note_seats,
        )
        played.remember()
        remark = "" if is_kept else str(NotesNotPassedOn())
        return _table_now(request, public_id, drawn=drawn, remark=remark)

    return at_table(request, public_id, play, is_press=True)


@router.api_operation(
    ["GET", "HEAD"],
    "/{public_id}/replay",
    auth=ANYBODY,
    response={200: Replay, **REFUSALS},
    url_name="replay",
)
def replay(request: HttpRequest, public_id: str, after: Ply = 0) -> HttpResponse:
    """Return the whole game step by step, or from a ply on, with its proof once that is open.

    A game that still runs is shown to its players alone.
    """

    def answer(table: OpenTable) -> HttpResponse:
        return packed_answer(request, pack_replay(replay_of_game(table.perspective), after=after))

    return at_table(request, public_id, answer)


@router.post("/{public_id}/take-back", **_PLAYS, url_name="take-back")
def take_back(request: HttpRequest, public_id: str, sent: At, drawn: Drawn = False) -> HttpResponse:
    """Take back the turn that the reader has just made, or the steps of one under way."""

    def do(table: OpenTable) -> HttpResponse:
        actor = _is_here(_own_seat(table)).actor(caller_of(request).channel)
        take_back_turn(**actor, expected_ply=sent.ply)
        return _table_now(request, public_id, drawn=drawn)

    return at_table(request, public_id, do, is_press=True)


@router.post(
    "/{public_id}/send-now",
    **_PLAYS,
    url_name="send-now",
    summary="Let Go",
    operation_id="duel_api_games_let_go",  # programs were generated from it
)
def send_turn_now(
    request: HttpRequest, public_id: str, sent: At, drawn: Drawn = False
) -> HttpResponse:
    """Let the others know the turn at once: it can no longer be taken back."""

    def do(table: OpenTable) -> HttpResponse:
        seat = _is_here(_own_seat(table))
        send_now(public_id=public_id, seat=seat.number, expected_ply=sent.ply)
        return _table_now(request, public_id, drawn=drawn)

    return at_table(request, public_id, do, is_press=True)


def at_table(
    request: HttpRequest,
    public_id: str,
    act: Callable[[OpenTable], HttpResponse],
    *,
    is_press: bool = False,
) -> HttpResponse:
    """Return the answer of `act` for a caller who may see the game, in their language."""
    caller = _count_call(request)
    table = open_table(public_id, caller.reader)
    person = caller.speaks_for or (
        table.perspective.seat.user if caller.reader.key and table.perspective.seat else None
    )
    with speaking_to(person) if person else nullcontext():
        try:
            if is_press:
                _press(caller, _own_seat(table))
            return act(table)
        except Stale as stale:
            story = open_table(public_id, caller.reader).perspective.story(stale.since)
            return refusal_answer(stale, story=story)
        except Refused as refusal:
            return refusal_answer(refusal)
        except BrokenGame as broken:
            return damage_answer(broken)


def _press(caller: Caller, seat: KnownSeat) -> None:
    """Count a press, together with those by link, and note the use of a token."""
    if not within_limit(f"press:{seat.pk}", most=PRESSES_PER_MINUTE, seconds=60):
        raise TooFast
    if caller.token is not None:
        note_use(caller.token)


def _is_here(seat: KnownSeat) -> KnownSeat:
    """Return the seat, once it is written down that its player can be reached, if that is open."""
    game, player = seat.game, seat.user
    if player is not None and game.to_move == seat.number and game.deadline is None:
        person_is_here(player)
    return seat


def _own_seat(table: OpenTable) -> KnownSeat:
    """Return the seat that the reader plays in."""
    seat = table.perspective.seat
    if seat is None:
        raise NotYourSeat
    if seat.has_left:
        raise HasLeft
    return seat


def _person(caller: Caller) -> User:
    """Return the person who calls; the key of a seat opens its game alone."""
    if caller.reader.person is None:
        raise SignInFirst
    return caller.reader.person


def _table(table: OpenTable, *, drawn: bool, remark: str = "") -> HttpResponse:
    return json_answer(table_answer(table.perspective, table.number, drawn=drawn, remark=remark))


def _table_now(
    request: HttpRequest, public_id: str, *, drawn: bool, remark: str = ""
) -> HttpResponse:
    """Return the game as it stands after what was just done."""
    return _table(open_table(public_id, caller_of(request).reader), drawn=drawn, remark=remark)


def _count_call(request: HttpRequest) -> Caller:
    """Return the caller, and count the call; raise TooFast."""
    caller = caller_of(request)
    if not within_limit(f"api:{caller.counted_as}", most=READS_PER_MINUTE, seconds=60):
        raise TooFast
    return caller


def caller_of(request: HttpRequest) -> Caller:
    """Return the caller, whom `duel.api.auth` has identified."""
    caller = getattr(request, "auth", None)
    if not isinstance(caller, Caller):
        raise TypeError("The call has no authentication.")
    return caller
