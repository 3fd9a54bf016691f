"""Stops in order: from when to when something kept clocks still; the last one may be open."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from duel.clocks.arithmetic import NOTHING, Stop, TurnClock


def note_stop(stops: list[Stop], text: str, time: datetime) -> None:
    """Follow an entry that says `begin` or `end`."""
    (begin_stop if text == "begin" else end_stop)(stops, time)


def begin_stop(stops: list[Stop], time: datetime) -> None:
    """Open a stop, unless one lasts already."""
    if not lasts(stops):
        stops.append((time, None))


def end_stop(stops: list[Stop], time: datetime) -> None:
    """Close the stop that lasts, if there is one; it never ends before it began."""
    if lasts(stops):
        begin = stops[-1][0]
        stops[-1] = (begin, max(begin, time))


def lasts(stops: list[Stop]) -> bool:
    """Return whether the last of the stops is open."""
    return bool(stops) and stops[-1][1] is None


def within_limit(
    stops: Iterable[Stop], limit: timedelta, *, besides: Iterable[Stop]
) -> Iterator[tuple[Stop, datetime | None]]:
    """Yield each stop, cut off where all have lasted for so long, and when that is or would be.

    A moment at which something else kept the clock still as well does not count. None: as long as
    that lasts, nobody knows. A stop that is open stays so.
    """
    others = tuple(besides)
    for begin, end in stops:
        if limit <= NOTHING:
            return
        counted = TurnClock(begin, limit, stops=others)
        reached_at = counted.moment_when_used(limit)
        if end is None:
            yield (begin, None), reached_at
            return
        yield (begin, min(end, reached_at or end)), reached_at
        limit -= counted.used(end)
