"""The clock of one turn: how much time is used, how much is left, and when it is up.

Pure arithmetic on moments of absolute time. Only weekends and quiet hours are local to the
player, by the zone that held when the turn began.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.local_time.hours import quiet_until

Stop = tuple[datetime, datetime | None]
"""From when to when a clock stands still; None: nobody knows yet when it will go on."""

NOTHING = timedelta(0)
SATURDAY = 5


@dataclass(frozen=True)
class LocalHours:
    """A player's zone and quiet hours as they were when the turn began."""

    time_zone: str = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None


@dataclass(frozen=True)
class TurnClock:
    """The clock of a turn that has begun to run.

    First the grace is used up, which also holds what the opponent has given, then the bank.
    """

    started_at: datetime
    grace: timedelta
    bank: timedelta = NOTHING
    stops: tuple[Stop, ...] = ()
    free_weekends: bool = False
    hours: LocalHours = LocalHours()
    outages: tuple[tuple[datetime, datetime], ...] = ()
    """When the service itself did not work."""
    added_at: tuple[datetime, ...] = ()
    """When operators added time to every turn, which is part of the grace."""

    @property
    def budget(self) -> timedelta:
        """All the time that the turn may take."""
        return self.grace + self.bank

    def used(self, until: datetime) -> timedelta:
        """Return how much of the time has counted up to a moment."""
        used = NOTHING
        for begin, end in self._stretches(self.started_at):
            if begin >= until:
                break
            used += min(until, end or until) - begin
        return used

    def left(self, until: datetime) -> timedelta:
        """Return how much time is left at a moment, never less than nothing."""
        return max(NOTHING, self.budget - self.used(until))

    def overdrawn(self, until: datetime) -> timedelta:
        """Return how much more has counted than there was: used + left = budget + overdrawn."""
        return max(NOTHING, self.used(until) - self.budget)

    def moment_when_used(self, amount: timedelta) -> datetime | None:
        """Return when so much time has been used, or None while the clock stands still."""
        return self._advance(self.started_at, amount)

    @property
    def deadline(self) -> datetime | None:
        """When the time is up: never in quiet hours, but at their end; None while it stands still.

        What is added for the quiet hours runs like any other time: an outage in it is given back.
        """
        moment = self._advance(self.started_at, self.budget)
        while moment is not None and (end := quiet_until(self.hours, now=moment)) is not None:
            moment = self._advance(moment, end - moment)
        return moment

    @property
    def as_of(self) -> datetime:
        """Up to which moment it counts with outages and with what was added to all turns.

        Outages that ended before it began are none. When it went on, it was worked out: what an
        outage that ends later gives back is less by the time for which it stood still.
        """
        went_on = (end for _, end in (*self.stops, *self.outages) if end is not None)
        return max([self.started_at, *went_on, *self.added_at])

    def bank_after(self, until: datetime, *, increment: timedelta, cap: timedelta) -> timedelta:
        """Return what the bank holds once the turn has ended at a moment."""
        taken = max(NOTHING, self.used(until) - self.grace)
        return grown(max(NOTHING, self.bank - taken), increment=increment, cap=cap)

    def _advance(self, moment: datetime, amount: timedelta) -> datetime | None:
        """Return when so much more time has counted from a moment on."""
        for begin, end in self._stretches(moment):
            if end is None or end - begin >= amount:
                return begin + amount
            amount -= end - begin
        return None

    def _stretches(self, start: datetime) -> Iterator[tuple[datetime, datetime | None]]:
        """Yield from when to when the clock runs; the last one has no end, unless it is stopped."""
        begin = start
        for stop, end in self._stands_still(start):
            if stop > begin:
                yield begin, stop
            if end is None:
                return
            begin = max(begin, end)
        yield begin, None

    def _stands_still(self, start: datetime) -> Iterator[Stop]:
        """Yield stops and free weekends in the order in which they begin."""
        stops = sorted((*self.stops, *self.outages), key=lambda stop: stop[0])
        if not self.free_weekends:
            yield from stops
            return
        for weekend in weekends(start, self.hours.time_zone):
            while stops and stops[0][0] <= weekend[0]:
                yield stops.pop(0)
            yield weekend


def grown(bank: timedelta, *, increment: timedelta, cap: timedelta) -> timedelta:
    """Return the bank after a finished turn: the increment never lifts it above the cap."""
    return max(bank, min(bank + increment, cap))


def weekends(start: datetime, time_zone: str) -> Iterator[Stop]:
    """Yield Saturdays and Sundays by the clock of a zone, from the one that is or comes next."""
    zone = ZoneInfo(time_zone)
    day = start.astimezone(zone).date()
    saturday = day + timedelta(days=SATURDAY - day.weekday())
    while True:
        yield _midnight(saturday, zone), _midnight(saturday + timedelta(days=2), zone)
        saturday += timedelta(days=7)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(0), zone).astimezone(UTC)


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
