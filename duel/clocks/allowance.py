"""How much vacation a person has: some to begin with, more with time, never too much at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from duel.clocks.arithmetic import NOTHING

AT_FIRST = timedelta(days=10)
A_YEAR = timedelta(days=365)
PER_YEAR = timedelta(days=30)
MOST = timedelta(days=30)
"""More is never saved up."""


def allowance(
    joined_at: datetime, vacations: Iterable[tuple[datetime, datetime]], *, at: datetime
) -> timedelta:
    """Return what is left at a moment once all these vacations are taken; negative: too much.

    Vacations that are planned for later are taken off beforehand, so that a day is spent once.
    """
    saved, since = AT_FIRST, joined_at
    least: timedelta | None = None
    for begin, end in sorted(vacations):
        if begin > at and least is None:
            least = _grown(saved, at - since)
        saved = _grown(saved, begin - since) - (end - begin)
        since = begin
        if least is not None:
            least = min(least, saved)
        elif saved < NOTHING:
            return saved
    return _grown(saved, at - since) if least is None else least


def _grown(saved: timedelta, passed: timedelta) -> timedelta:
    return max(saved, min(MOST, saved + PER_YEAR * (max(NOTHING, passed) / A_YEAR)))
