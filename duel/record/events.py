"""What happened in a game, told to one seat: the engine's events, with who did what when."""

from collections.abc import Iterable, Sequence
from typing import Any

from duel.record.finality import game_known_at
from duel.record.log import Log
from engine.kinds import ADVANCES, RETURNS, Kind
from engine.record import Entry


def events_since(log: Log, ply: int, seat: int | None) -> list[dict[str, Any]]:
    """Return what happened after a ply, as that seat (None: a spectator) may know it.

    One item per entry that changed the position: its ply, kind, seat, text and time, whether it
    was taken back by its player since, and for a move the engine's events. Of a move that was
    taken back the others learn only that, until the game is over.
    """
    course = log.course
    taken_back = plies_taken_back(log.entries)
    told: list[dict[str, Any]] = []
    position = course.position_at(min(max(ply, 0), course.ply))
    reached = 0
    for entry in log.entries:
        kind = Kind(entry.kind)
        if kind not in ADVANCES | RETURNS:
            continue
        reached += 1
        if reached <= ply:
            continue
        # Where somebody went back to is told even if they went back once more after it.
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
            step = course.game.step(position, entry.text)
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
            }
        )
    return told


def events_known_to(log: Log, ply: int, seat: int) -> list[dict[str, Any]]:
    """Return what happened after a ply but for a turn that another seat can still take back.

    For those who hold the whole log, to write to it, and have to answer a seat.
    """
    known = game_known_at(log.game, seat)
    return [event for event in events_since(log, ply, seat) if event["ply"] <= known.ply]


def plies_of(entries: Iterable[Entry]) -> int:
    """Return the ply to which these entries have brought the game."""
    return sum(Kind(entry.kind) in ADVANCES | RETURNS for entry in entries)


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
        if Kind(entry.kind) in ADVANCES | RETURNS:
            reached += 1
        if entry.kind == Kind.UNDO:
            plies.update(range(int(entry.text) + 1, reached))
    return plies
