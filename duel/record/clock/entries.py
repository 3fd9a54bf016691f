"""The entries that clocks write into a log by themselves."""

from datetime import datetime
from typing import TYPE_CHECKING

from duel.clocks.columns import LATEST_START
from engine.kinds import Kind

if TYPE_CHECKING:
    from duel.record.log import Log

CHANNEL = "clock"
"""How entries come in that the clock writes by itself."""


def note(log: "Log", kind: Kind, text: str = "", *, seat: int | None = None, at: datetime) -> None:
    """Write a note about the clock of a seat; without one, of the seat to move."""
    whose = log.history.turn.seat if seat is None else seat
    log.append(kind, seat=whose, person=None, text=text, channel=CHANNEL, time=at)


def note_start(log: "Log", *, why: str, at: datetime) -> None:
    """Write down that the clock of the turn began to run, and why; only the first time counts."""
    turn = log.history.turn
    if turn.started_at is None:
        latest = turn.since + LATEST_START
        moment = max(turn.since, min(at, latest))
        note(log, Kind.CLOCK, why, at=moment)
