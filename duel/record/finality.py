"""Decides what others may know of a game: everything but a turn that can still be taken back.

Perspectives and services that play call it.

While the last turn, or the steps of one under way, can be taken back, everybody but its player sees
the game as it was before. The turn is *final*, and shown, when the time for that is over, even if
the letter was not sent; at once if it turned something up or ended the game; and when its player
sends it now, the daily letter brings it or an operator acts in the game. A bot takes nothing back:
its turns are final at once, and its opponents do not wait for long.

Readers get a game from `game_known_to`: its columns, and a log read from it, say where the game
stood before that turn. `duel.perspective` makes of it all that people read.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.utils import timezone

from duel.models import AnyGame, AnySeat, Game, KnownGame, Note, Status
from duel.words.naming import others
from engine.errors import Illegal
from engine.kinds import Kind, StandingMove, changes_position
from engine.record import Entry

if TYPE_CHECKING:
    from duel.record.log import Log

SeatT = TypeVar("SeatT", bound=AnySeat)

_NOTHING = {
    "unsent_seat": None,
    "unsent_since": None,
    "unsent_until": None,
    "known_seq": 0,
    "known_ply": 0,
    "known_turn": 0,
    "known_head": "",
    "known_moved_at": None,
    "known_deadline": None,
}
WAIT_COLUMNS = tuple(_NOTHING)
"""The columns of a game that are kept here."""


def is_waiting(game: AnyGame) -> bool:
    """Return whether the last turn, or what there is of one, can be taken back by its player."""
    if game.unsent_seat is None or game.status != Status.RUNNING:
        return False
    return game.unsent_until is None or game.unsent_until > timezone.now()


def can_take_back(game: AnyGame, seat: int) -> bool:
    """Return whether this seat can take back its last turn, or what there is of one."""
    return game.unsent_seat == seat and is_waiting(game)


def final_at(game: AnyGame) -> datetime | None:
    """Return when the last turn becomes final by itself; None if it is, or is not finished."""
    return game.unsent_until if is_waiting(game) else None


def next_to_move(seat: int, seats: Sequence[SeatT]) -> SeatT:
    """Return who is to move after a turn of this seat, unless it brings the same seat another."""
    following = [other for other in others(seats, seat) if other.left_at is None]
    return following[0] if following else seats[seat]


def seconds_before(mover: AnySeat) -> int:
    """Return how long a turn can be taken back if this seat is to move after it."""
    if mover.is_bot:
        return min(settings.BOT_UNSEND_SECONDS, settings.UNSEND_SECONDS)
    return settings.UNSEND_SECONDS


def game_known_to(game: Game, seats: Collection[int]) -> KnownGame:
    """Return the game as the person in these seats (none: a spectator) may know it."""
    if game.unsent_seat in seats or not is_waiting(game):
        return KnownGame.of(game)
    before: dict[str, Any] = {
        "seq": game.known_seq,
        "ply": game.known_ply,
        "head": game.known_head,
        "turn": game.known_turn,
        "to_move": game.unsent_seat,
        "moved_at": game.known_moved_at,
        "unsent_seat": None,
        "hides_turn_of": game.unsent_seat,
        "hides_up_to": game.seq,
    }
    if game.unsent_until is not None:  # else the clock is still that of the same turn
        before["deadline"] = game.known_deadline
    return KnownGame.of(game, **before)


def game_known_at(game: Game, seat: int) -> KnownGame:
    """Return the game as the person in this seat, and perhaps in others, may know it."""
    if game.unsent_seat == seat or not is_waiting(game):
        return game_known_to(game, [seat])
    others = game.seats.filter(user__isnull=False, user__seats__game=game, user__seats__number=seat)
    return game_known_to(game, [seat, *others.values_list("number", flat=True)])


def known_entries(game: KnownGame, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries from which the log of such a game is read.

    Entries written since the game was read are left out: they may be a turn that is not final. So
    is the turn that is left out; offers and gifts of others since then stay.
    """
    if game.hides_turn_of is None:
        return [entry for entry in entries if entry.seq <= game.seq]
    return [
        entry
        for entry in entries
        if entry.seq <= game.seq or (entry.seq <= game.hides_up_to and _is_beside(game, entry))
    ]


def _is_beside(game: KnownGame, entry: Entry) -> bool:
    """Return whether an entry has nothing to do with the turn that is left out, or with the next.

    The clock of the next turn is as hidden as the turn itself.
    """
    kind = Kind(entry.kind)
    of_the_next = kind in (Kind.CLOCK, Kind.FLAG) and entry.seat != game.hides_turn_of
    return not changes_position(entry.kind, entry.text) and not of_the_next


def is_note_known(game: KnownGame, note: Note) -> bool:
    """Return whether a note may be shown: not what was written along with a turn left out."""
    since = game.unsent_since
    return (
        game.hides_turn_of is None
        or note.seat != game.hides_turn_of
        or since is None
        or note.written_at < since
    )


def keep_wait(log: "Log") -> None:
    """Bring the columns kept here, unsaved, up to the log, whose game has still its old ones."""
    game, course, now = log.game, log.course, timezone.now()
    if course.ply == game.ply:
        if course.outcome is not None and is_waiting(game):
            game.unsent_until = now
        return
    if log.is_final_at_once or course.outcome is not None:
        _clear(game)
        return
    # What was final stays so, even if what came after it is taken back.
    final = game.known_ply if is_waiting(game) else game.ply
    turn = _turn_to_take_back(log, final)
    last = turn[-1] if turn else None
    position = course.position
    if last is None or log.seats[last.seat].is_bot:
        _clear(game)
        return
    is_under_way = (position.to_move, position.turn) == (last.seat, last.turn)
    seconds = seconds_before(log.seats[log.history.turn.seat])
    if not is_under_way and not seconds:
        _clear(game)
        return
    was_finished = game.known_ply == turn[0].ply - 1 and game.unsent_until is not None
    _save_known(log, turn[0])
    if is_under_way:
        game.unsent_until, game.known_deadline = None, None
    elif not was_finished:
        game.unsent_until = now + timedelta(seconds=seconds)
        game.known_deadline = game.deadline


def _clear(game: Game) -> None:
    for name, default in _NOTHING.items():
        setattr(game, name, default)


def _save_known(log: "Log", first: StandingMove) -> None:
    """Write down where the game stood before this move, the first of its turn."""
    game, entries = log.game, log.entries
    place, before = _place_of(entries, first.ply)
    game.unsent_seat = first.seat
    game.unsent_since = datetime.fromisoformat(entries[place].time)
    game.known_seq, game.known_ply, game.known_turn = place, first.ply - 1, first.turn
    game.known_head = entries[place - 1].hash if place else log.header.hash
    game.known_moved_at = before or game.began_at


def _place_of(entries: Iterable[Entry], ply: int) -> tuple[int, datetime | None]:
    """Return the place of the entry that led to this ply, and when the position changed before."""
    reached, before = 0, None
    for place, entry in enumerate(entries):
        if changes_position(entry.kind, entry.text):
            reached += 1
            if reached == ply:
                return place, before
            before = datetime.fromisoformat(entry.time)
    raise AssertionError(f"There is no ply {ply}.")


def _turn_to_take_back(log: "Log", final: int) -> list[StandingMove]:
    """Return the moves of the last turn if all came after this ply and showed nothing hidden."""
    course = log.course
    moves = course.standing_moves()
    if not moves:
        return []
    last = moves[-1]
    turn = [move for move in moves if (move.seat, move.turn) == (last.seat, last.turn)]
    if turn[0].ply <= final:
        return []
    try:
        course.check_undo(last.seat, course.start_of_last_turn(last.seat))
    except Illegal:
        return []
    return turn
