"""A game's events as one seat may know them, for perspectives, timeline, notices and reports."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache

from duel.models import KnownGame
from duel.operators import MadeDecision
from duel.record.finality import game_known_at
from duel.record.read_only_log import ReadOnlyLog
from engine.contract import Step
from engine.course import Course
from engine.kinds import ADVANCES, OPEN, RETURNS, Channel, Kind, StandingMove, changes_position
from engine.record import Entry

if TYPE_CHECKING:
    from duel.record.log import Log


def events_since(log: ReadOnlyLog, ply: int, seat: int | None) -> list[dict[str, Any]]:
    """Return what happened after a ply, as that seat (None: a spectator) may know it.

    One item per entry that changed the position: its ply, kind, seat, text and time, whether its
    player has taken it back since, and the engine's events of a move or a seat that went out. Until
    the game is over, others see of a move that was taken back only that. Players who have left see
    what a spectator does.
    """
    course = log.course
    seat = None if seat in course.left else seat
    taken_back = plies_taken_back(log.entries)
    told: list[dict[str, Any]] = []
    position = course.position_at(min(max(ply, 0), course.ply))
    reached = 0
    for entry in log.entries:
        kind = Kind(entry.kind)
        if not changes_position(entry.kind, entry.text):
            continue
        reached += 1
        if reached <= ply:
            continue
        # An undo stays an event even if its player went back once more after it.
        is_kept_back = (
            kind in ADVANCES
            and reached in taken_back
            and entry.seat != seat
            and course.outcome is None
        )
        events: list[dict[str, Any]] = []
        if kind in RETURNS:
            position = course.position_at(reached)
        else:
            step = _step(course, position, entry)
            position = step.position
            events = [] if is_kept_back else course.game.events_for(step.events, seat)
        told.append(
            {
                "ply": reached,
                "kind": entry.kind,
                "seat": entry.seat,
                "text": "" if is_kept_back else entry.text,
                "time": entry.time,
                "taken_back": reached in taken_back,
                "events": events,
                **({"how": how_left(log, entry)} if kind is Kind.RETIRE else {}),
            }
        )
    return told


def how_left(log: ReadOnlyLog, entry: Entry) -> str:
    """Return how it came that a seat has left by this entry.

    `left`: by its own player; `late`: its time was up; `untaken`: it was offered in vain; or by an
    `operator`.
    """
    return how_left_by(log.entries, entry, {seat.number: seat.person for seat in log.seats})


def how_left_by(entries: Iterable[Entry], entry: Entry, persons: Mapping[int, str | None]) -> str:
    """Return the same of any record, given who sits where now."""
    if entry.channel == Channel.OPERATOR:
        return "operator"
    before = [each for each in entries if each.seq < entry.seq and each.seat == entry.seat]
    seated = (each for each in reversed(before) if each.kind in (Kind.RETIRE, Kind.REPLACE))
    last = next(seated, None)
    if last is not None and (last.kind, last.text) == (Kind.RETIRE, OPEN):
        return "untaken"
    claimers = {person for seat, person in persons.items() if seat != entry.seat}
    return "late" if entry.person is None or entry.person in claimers else "left"


def _step(course: Course, position: Any, entry: Entry) -> Step[Any]:
    """Return what came of an entry that went on from this position."""
    if entry.kind == Kind.RETIRE and entry.seat is not None:
        return course.game.retire(position, entry.seat)
    return course.game.step(position, entry.text)


def events_known_to(log: "Log", ply: int, seat: int) -> list[dict[str, Any]]:
    """Return what happened after a ply as a seat may know it, for services with the whole log."""
    known = game_known_at(log.game, seat)
    return [event for event in events_since(log, ply, seat) if event["ply"] <= known.ply]


def plies_of(entries: Iterable[Entry]) -> int:
    """Return the ply to which these entries have brought the game."""
    return sum(changes_position(entry.kind, entry.text) for entry in entries)


def ply_before(entries: Sequence[Entry]) -> int:
    """Return the ply before the last of these entries, or before those that it was written with.

    A whole turn that an operator plays for somebody is several entries of the same moment.
    """
    last = entries[-1]
    together = len(entries) - 1
    while together and last.kind == Kind.PROXY and _is_one_act(entries[together - 1], last):
        together -= 1
    return plies_of(entries[:together])


def _is_one_act(entry: Entry, last: Entry) -> bool:
    return (entry.kind, entry.time) == (last.kind, last.time)


def plies_taken_back(entries: Iterable[Entry]) -> set[int]:
    """Return the plies of the moves that their players took back."""
    plies: set[int] = set()
    reached = 0
    for entry in entries:
        if changes_position(entry.kind, entry.text):
            reached += 1
        if entry.kind == Kind.UNDO:
            plies.update(range(int(entry.text) + 1, reached))
    return plies


def ply_after_last_turn(log: ReadOnlyLog, seat: int) -> int:
    """Return the ply after the seat's last turn, without what it is making or has just made."""
    made = log.course.standing_moves()
    if log.course.position.to_move != seat:
        made = _without_end(made, lambda move: move.seat != seat)
    made = _without_end(made, lambda move: move.seat == seat)
    made = _without_end(made, lambda move: move.seat != seat)
    return made[-1].ply if made else 0


def _without_end(
    moves: list[StandingMove], is_left_out: Callable[[StandingMove], bool]
) -> list[StandingMove]:
    """Return the moves without those at the end that are left out."""
    kept = len(moves)
    while kept and is_left_out(moves[kept - 1]):
        kept -= 1
    return moves[:kept]


_FOR_MAIL = (Kind.HOLD, Kind.RESUME, Kind.EXTEND)


def is_for_mail(entry: Entry) -> bool:
    """Return whether the service held, resumed or gave time for a mail, by the clock's channel."""
    return entry.kind in _FOR_MAIL and entry.channel == Channel.CLOCK


_REMEMBERED_SECONDS = 24 * 3600


ReadsLog = Callable[[], ReadOnlyLog]


@dataclass(frozen=True)
class Recap:
    """What happened after a ply, as one reader may know it."""

    since: int
    events: list[dict[str, Any]]


def recap_of(game: KnownGame, seat: int, *, read: ReadsLog, is_remembered: bool) -> Recap:
    """Return what happened since the seat's last turn ended, as it may know it.

    For a seat that is not to move: its own last turn, and what came after it. A turn that brought
    the seat another one counts with that one. `read` replays the log if that is needed.
    """
    key = f"recap:{game.game}:{game.rules}:{game.head}:{seat}"
    remembered: dict[str, Any] | None = cache.get(key) if is_remembered else None
    if remembered is None:
        log = read()
        since = ply_after_last_turn(log, seat)
        remembered = {"from": since, "events": events_since(log, since, seat)}
        cache.set(key, remembered, timeout=_REMEMBERED_SECONDS)
    return Recap(int(remembered["from"]), remembered["events"])


def last_events(game: KnownGame, plies: int, *, read: ReadsLog) -> list[dict[str, Any]]:
    """Return what happened in the last plies of a game, as a spectator may know it."""
    key = f"last-{plies}:{game.game}:{game.rules}:{game.head}"
    told: list[dict[str, Any]] | None = cache.get(key)
    if told is None:
        log = read()
        told = events_since(log, log.course.ply - plies, None)
        cache.set(key, told, timeout=_REMEMBERED_SECONDS)
    return told


ENDS = frozenset({Kind.AWARD, Kind.VOID, Kind.CANCEL, Kind.RESIGN, Kind.TIMEOUT, Kind.CLAIM})
"""What ends a game otherwise than over the board."""

NOBODY_WINS = (Kind.VOID, Kind.CANCEL)


def restores_an_end(decision: MadeDecision, entry: Entry) -> bool:
    """Return whether a decision, given its entry, lets a game end again as it had ended before."""
    return decision.revokes_id is not None and Kind(entry.kind) in ENDS


def result_of_entry(entry: Entry, *, seats: int) -> Mapping[str, Any]:
    """Return the result that an entry gives the game; a claim is no such entry."""
    kind = Kind(entry.kind)
    if kind is Kind.AWARD:
        winners = [int(seat) for seat in entry.text.split()]
    elif kind in NOBODY_WINS:
        winners = []
    else:
        winners = [seat for seat in range(seats) if seat != entry.seat]
    return {"winners": winners, "by": [kind.value]}
