"""The clock of one turn: how much time is used, how much is left, and when it is up.

Logs, sweeps and pages call it. Arithmetic on moments of absolute time, and what a log says about
the turn; nothing is read or written here. Only weekends and quiet hours are local to the player, by
the zone that held when the turn began.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo

from accounts.local_time.hours import quiet_since, quiet_until
from accounts.models import User
from duel.models import AnyGame, AnySeat
from engine.course import Course

if TYPE_CHECKING:
    from duel.clocks.history import ClockHistory, Interruptions, Turn


Stop = tuple[datetime, datetime | None]
"""From when to when a clock is stopped; None: its end is not known yet."""

NOTHING = timedelta(0)
SATURDAY = 5

OPEN_FOR = timedelta(days=7)
"""How long an empty seat is offered to somebody else while all clocks are stopped."""


@dataclass(frozen=True)
class LocalHours:
    """A player's zone and quiet hours as they were when the turn began."""

    time_zone: str = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None


@dataclass(frozen=True)
class TurnClock:
    """The clock of a turn that runs: first the grace, with gifts, is used up, then the bank."""

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

    def time_used(self, until: datetime) -> timedelta:
        """Return how much of the time has counted up to a moment."""
        used = NOTHING
        for begin, end in self._stretches(self.started_at):
            if begin >= until:
                break
            used += min(until, end or until) - begin
        return used

    def time_left(self, until: datetime) -> timedelta:
        """Return how much time is left at a moment, never less than nothing."""
        return max(NOTHING, self.budget - self.time_used(until))

    def moment_when_used(self, amount: timedelta) -> datetime | None:
        """Return when this much time has been used, or None while the clock is stopped."""
        return self._advance(self.started_at, amount)

    @property
    def deadline(self) -> datetime | None:
        """When the time is up: never in quiet hours, but at their end; None while it is stopped.

        What is added for the quiet hours runs like any other time: an outage in it is given back.
        """
        moment = self._advance(self.started_at, self.budget)
        while moment is not None and (end := quiet_until(self.hours, now=moment)) is not None:
            moment = self._advance(moment, end - moment)
        return moment

    @property
    def as_of(self) -> datetime:
        """Up to which moment it counts with outages and with what was added to all turns.

        Outages that ended before it began do not count. It was worked out when it went on: one that
        ends later gives back less, by the time for which it was stopped.
        """
        went_on = (end for _, end in (*self.stops, *self.outages) if end is not None)
        return max([self.started_at, *went_on, *self.added_at])

    def bank_after(self, until: datetime, *, increment: timedelta, cap: timedelta) -> timedelta:
        """Return what the bank holds once the turn has ended at a moment."""
        taken = max(NOTHING, self.time_used(until) - self.grace)
        return add_increment(max(NOTHING, self.bank - taken), increment=increment, cap=cap)

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
        """Yield stops and free weekends as they begin."""
        stops = sorted((*self.stops, *self.outages), key=lambda stop: stop[0])
        if not self.free_weekends:
            yield from stops
            return
        for weekend in weekends(start, self.hours.time_zone):
            while stops and stops[0][0] <= weekend[0]:
                yield stops.pop(0)
            yield weekend


def add_increment(bank: timedelta, *, increment: timedelta, cap: timedelta) -> timedelta:
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
    """Yield each stop, cut off once all together reach the limit, and when they reach it.

    Moments at which something else stopped the clock as well do not count. None: that is not known
    yet. A stop that is open stays so.
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
        limit -= counted.time_used(end)


LATEST_START = timedelta(hours=12)
"""How long after the move the opponent's clock starts even without a letter."""


BEFORE_QUIET_HOURS = timedelta(minutes=30)
"""How long before quiet hours a reminder is sent that would come too late after them."""


class ClockedLog(Protocol):
    """A log, as far as its clocks are concerned."""

    course: Course
    history: "ClockHistory"

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def seats(self) -> Sequence[AnySeat]:
        """The seats, in order."""

    @property
    def interruptions(self) -> "Interruptions":
        """What happened to the clocks of all games since this one began."""


def clock_of(log: ClockedLog, *, if_arrives_at: datetime | None = None) -> TurnClock | None:
    """Return the clock of the turn that is being made, or None if it has not started.

    A bot has none: that it does not move is nobody's fault but ours, and nobody wins by it.
    With `if_arrives_at`, a letter is taken to bring the turn at that moment: a clock that has not
    started does then, and one that was stopped because letters came back goes on.
    """
    turn = log.history.turn
    started_at = turn.started_at or if_arrives_at
    bank = log.seats[turn.seat].clock_bank
    if started_at is None or log.seats[turn.seat].is_bot:
        return None
    return _clock(log, turn, started_at, bank=bank, reached_at=if_arrives_at)


def deadline_of(log: ClockedLog, clock: TurnClock | None) -> datetime | None:
    """Return when the time of the turn is up; None while that is not known, or a seat is vacant.

    A player who left because their time was up is not late any more.
    """
    return clock.deadline if clock and not log.course.vacant else None


def unreachable_from(log: ClockedLog) -> datetime | None:
    """Return when letters to the seat to move have come back for too long; None: they do not."""
    return log.history.bounce_ends_at(log.history.turn.seat, log.interruptions.outages)


def added_times(log: ClockedLog, turn: "Turn") -> list[tuple[datetime, int]]:
    """Return what operators have added to all turns, and when, while this one was being made."""
    spans = turn.spans_of_added_time
    return [
        (given_at, seconds)
        for given_at, seconds in log.interruptions.added_times
        if any(since <= given_at and (until is None or given_at < until) for since, until in spans)
    ]


def time_taken(log: ClockedLog, turn: "Turn", until: datetime) -> timedelta:
    """Return how long a turn took up to a moment, without what kept its clock still.

    From when its clock started; of a turn that was made sooner, or whose time was up before it was
    granted more, from when it began.
    """
    since = turn.since if turn.was_granted else turn.started_at or turn.since
    return _clock(log, turn, since, bank=0).time_used(until)


def reminder_at(clock: TurnClock, reader: User | None) -> datetime | None:
    """Return when to remind its player; before quiet hours if after them would be too late."""
    if reader is None or reader.reminder_percent is None:
        return None
    moment = clock.moment_when_used(clock.budget * reader.reminder_percent / 100)
    quiet_end = quiet_until(reader, now=moment) if moment else None
    deadline = clock.deadline
    if moment is None or quiet_end is None or deadline is None or quiet_end < deadline:
        return moment
    return max(clock.started_at, quiet_since(reader, now=moment) - BEFORE_QUIET_HOURS)


def deadline_mark(deadline: datetime) -> int:
    """Return the mark by which there is one reminder for each deadline."""
    return int(deadline.timestamp())


def _clock(
    log: ClockedLog,
    turn: "Turn",
    started_at: datetime,
    *,
    bank: int,
    reached_at: datetime | None = None,
) -> TurnClock:
    game, seat, outages = log.game, log.seats[turn.seat], log.interruptions.outages
    added = added_times(log, turn)
    own = 0 if turn.was_granted else game.grace
    return TurnClock(
        started_at,
        grace=timedelta(seconds=own + sum(seconds for _, seconds in added)) + turn.given,
        bank=timedelta(seconds=0 if turn.was_granted else bank),
        stops=tuple(log.history.stops(turn, outages, reached_at=reached_at)),
        outages=tuple(each for each in outages if each[1] > started_at),
        added_at=tuple(given_at for given_at, _ in added),
        free_weekends=game.free_weekends,
        hours=LocalHours(seat.clock_zone, seat.clock_quiet_from, seat.clock_quiet_to),
    )


def bank_after(log: ClockedLog, turn: "Turn", bank: int) -> int:
    """Return what a turn leaves of the bank: what it used beyond its grace is off, and more on."""
    game = log.game
    more = {
        "increment": timedelta(seconds=game.increment),
        "cap": timedelta(seconds=game.cap),
    }
    if turn.started_at is None or turn.ended_at is None:
        left = add_increment(timedelta(seconds=bank), **more)
    else:
        clock = _clock(log, turn, turn.started_at, bank=bank)
        left = clock.bank_after(turn.ended_at, **more)
    return int(left.total_seconds())
