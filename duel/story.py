"""What happened in a game, told to one seat: the engine's events, with who did what when."""

from typing import Any

from duel.log import Log
from engine.kinds import ADVANCES, RETURNS, Kind


def events_since(log: Log, ply: int, seat: int | None) -> list[dict[str, Any]]:
    """Return what happened after a ply, as that seat (None: a spectator) may know it.

    One item per entry that changed the position: its ply, kind, seat and text, and for a move
    the engine's events.
    """
    course = log.course
    told: list[dict[str, Any]] = []
    position = course.position_at(min(max(ply, 0), course.ply))
    reached = 0
    for entry in log.entries:
        if Kind(entry.kind) not in ADVANCES | RETURNS:
            continue
        reached += 1
        if reached <= ply:
            continue
        events: list[dict[str, Any]] = []
        if Kind(entry.kind) in ADVANCES:
            step = course.game.step(position, entry.text)
            position = step.position
            events = course.game.events_for(step.events, seat)
        else:
            position = course.position_at(reached)
        told.append(
            {
                "ply": reached,
                "kind": entry.kind,
                "seat": entry.seat,
                "text": entry.text,
                "events": events,
            }
        )
    return told
