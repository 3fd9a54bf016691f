"""The entries that clocks write into a log by themselves."""

from datetime import datetime
from typing import TYPE_CHECKING

from engine.kinds import Kind

if TYPE_CHECKING:
    from duel.log import Log

CHANNEL = "clock"
"""How entries come in that the clock writes by itself."""


def note(log: "Log", kind: Kind, text: str = "", *, seat: int | None = None, at: datetime) -> None:
    """Write a note about the clock of a seat; without one, of the seat to move."""
    whose = log.chronicle.turn.seat if seat is None else seat
    log.append(kind, seat=whose, person=None, text=text, channel=CHANNEL, time=at)
