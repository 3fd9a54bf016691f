"""Letters that come back, in the log: since when a clock stands still for it, and until when."""

from datetime import datetime
from typing import TYPE_CHECKING

from duel.record.clock.entries import note
from engine.kinds import Kind

if TYPE_CHECKING:
    from duel.record.log import Log


def begin_bounce(log: "Log", *, at: datetime) -> None:
    """Let the clock of the seat to move stand still since its letter left: it came back."""
    turn = log.history.turn
    if log.history.is_bouncing(turn.seat):
        return
    earlier = [end for _, end in log.history.bounces.get(turn.seat, []) if end is not None]
    note(log, Kind.BOUNCE, "begin", at=max([at, turn.since, *earlier]))


def end_bounce(log: "Log", *, seat: int, at: datetime) -> bool:
    """Return whether letters to the seat came back until now; from then on they do no more."""
    if not log.history.is_bouncing(seat):
        return False
    began_at = log.history.bounces[seat][-1][0]
    note(log, Kind.BOUNCE, "end", seat=seat, at=max(at, began_at))
    return True


def end_bounces_of_others(log: "Log") -> None:
    """Let nobody who is not to move use up the days for which a clock stands still.

    Their next letter shows whether it comes back as well.
    """
    turn = log.history.turn
    for seat in log.seats:
        if seat.number != turn.seat:
            end_bounce(log, seat=seat.number, at=turn.since)


def is_later_than_the_lost_one(log: "Log", *, left_at: datetime) -> bool:
    """Return whether a letter that left then is another than the one that came back."""
    bounces = log.history.bounces.get(log.history.turn.seat, [])
    return not bounces or left_at > bounces[-1][0]
