"""What a player has not been told yet: what happened since their last turn."""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache

from duel.models import Game, Note, NoteDraft, Seat
from duel.record.events import events_since
from duel.record.finality import is_note_known
from duel.record.log import Log, log_as_of
from duel.record.note_mutes import muted_seats
from engine.course import Standing

_REMEMBERED_SECONDS = 24 * 3600


def since_last_turn(game: Game, seat: int, *, log: Log | None = None) -> list[dict[str, Any]]:
    """Return what happened since the seat's last turn ended, as it may know it.

    For a seat that is not to move: its own last turn, and what came after it. A turn that brought
    the seat another one is told with that one. Whoever has read the game's log hands it over, so
    that it is not read again.
    """
    return _recap(game, seat, log)["events"]  # type: ignore[no-any-return]


def notes_since_last_turn(game: Game, seat: int, *, log: Log | None = None) -> list[Note]:
    """Return what the others wrote to the seat with their moves since its last turn."""
    if game.has_no_notes:
        return []
    since = _last_seen(log, seat) if log else _recap(game, seat, None)["from"]
    notes = Note.objects.filter(game=game, ply__gte=since)
    if log is not None:  # it may be an earlier one
        notes = notes.filter(ply__lte=log.course.ply)
    others = list(notes.exclude(seat=seat).order_by("ply"))
    kept_back = muted_seats(game) if others else set()
    return [note for note in others if note.seat not in kept_back and is_note_known(game, note)]


def note_draft_of(seat: Seat) -> str:
    """Return what the seat's player wrote with the turn that they took back and make anew."""
    of_turn = NoteDraft.objects.filter(seat=seat, turn=seat.game.turn)
    is_to_move = seat.game.to_move == seat.number
    return (of_turn.values_list("text", flat=True).first() or "") if is_to_move else ""


def last_events(game: Game, plies: int) -> list[dict[str, Any]]:
    """Return what happened in the last plies of a game, as a spectator may know it."""
    log = log_as_of(game)
    return events_since(log, log.course.ply - plies, None)


def _recap(game: Game, seat: int, log: Log | None) -> dict[str, Any]:
    """Return the recap of a seat; it holds only what the seat may know, and outlasts no entry."""
    remembered: dict[str, Any] | None = None if log else cache.get(_key(game, game.head, seat))
    if remembered is not None:
        return remembered
    log = log or log_as_of(game)
    last_seen = _last_seen(log, seat)
    recap = {"from": last_seen, "events": events_since(log, last_seen, seat)}
    cache.set(_key(game, log.head, seat), recap, timeout=_REMEMBERED_SECONDS)
    return recap


def _key(game: Game, head: str, seat: int) -> str:
    return f"recap:{game.game}:{game.rules}:{head}:{seat}"


def _last_seen(log: Log, seat: int) -> int:
    """Return the ply after the seat's last turn but those it is making or has just made.

    There are several of these where one brought it another: nobody else has moved between them.
    """
    made = log.course.standing()
    if log.course.position.to_move != seat:
        made = _without_end(made, lambda move: move.seat != seat)
    made = _without_end(made, lambda move: move.seat == seat)
    made = _without_end(made, lambda move: move.seat != seat)
    return made[-1].ply if made else 0


def _without_end(moves: list[Standing], is_left_out: Callable[[Standing], bool]) -> list[Standing]:
    """Return the moves without those at the end that are left out."""
    kept = len(moves)
    while kept and is_left_out(moves[kept - 1]):
        kept -= 1
    return moves[:kept]
