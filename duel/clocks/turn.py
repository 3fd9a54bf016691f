"""One turn of one seat, as far as its clock is concerned, and what keeps its clock still.

Stops are in order: from when to when something kept clocks still; the last one may be open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from duel.clocks.arithmetic import NOTHING, Stop, TurnClock


@dataclass(eq=False)
class Turn:
    """One turn of one seat, and what was written about its clock."""

    seat: int
    number: int
    since: datetime
    given: timedelta = NOTHING
    """What the opponent has given for it."""
    gifts_by_then: timedelta = NOTHING
    """All that its seat had ever been given when it ended: what came later is for the next one."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    flagged_at: datetime | None = None
    """When its time was up, unless it was granted more since."""
    was_granted: bool = False
    """Whether its own time was up and it lives on what was granted then."""
    unreachable_since: datetime | None = None
    """From when its letters came back, if it may be claimed for that: its time is not up."""
    absences: list[Stop] = field(default_factory=list)
    """While it was played and not taken back yet, or its player could not be reached."""
    before: "Turn | None" = None
    """The turn of the same seat before it."""
    paid: "Turn | None" = None
    """The last finished turn of the same seat that stood when it began: its bank comes from it."""
    went_on_since: datetime | None = None
    """From when it was made again, if it was taken back and goes on."""
    forerunners: "tuple[Turn, ...]" = ()
    """Turns of the seat that were taken back: what operators had added to them is for this one."""

    @property
    def takes_added_time(self) -> tuple[datetime, datetime | None]:
        """From when to when it has what operators add to every turn that is being made.

        Whether its clock runs or stands still does not matter. Who was late already gets nothing,
        and whoever was granted time then lives on that and what is added since.
        """
        since = self.went_on_since or self.since
        if self.was_granted and self.started_at is not None:
            since = max(since, self.started_at)
        return since, self.flagged_at or self.ended_at

    @property
    def spans_of_added_time(self) -> list[tuple[datetime, datetime | None]]:
        """The same, together with those of its forerunners, unless it lives on a grant alone."""
        earlier = (each for each in self.forerunners if each.was_granted or not self.was_granted)
        return [each.takes_added_time for each in (self, *earlier)]

    def break_off(self, time: datetime, *, gifts: timedelta) -> None:
        """Let it end, played or not; its seat has been given so much by then."""
        self.ended_at, self.gifts_by_then = time, gifts

    def going_on(self, time: datetime, *, gifts: timedelta) -> "Turn":
        """Return the turn made again with the time that was left when it ended.

        As it was, it stays what stood then: an operator may set the game back to that.
        """
        absence = (self.ended_at or time, time)
        given = self.given + gifts - self.gifts_by_then
        return replace(
            self,
            absences=[*self.absences, absence],
            given=given,
            went_on_since=absence[0],
            ended_at=None,
            flagged_at=None,
            forerunners=(*self.forerunners, self),
        )

    def be_reached(self, time: datetime) -> None:
        """Let it go on, if it stood still because nobody could be reached for too long."""
        if self.unreachable_since is not None:
            self.absences.append((self.unreachable_since, max(self.unreachable_since, time)))
            self.unreachable_since = None


@dataclass(frozen=True)
class Interruptions:
    """What happens to the clocks of all games at once.

    Outages, from when to when, and what operators added, when and how many seconds.
    """

    outages: list[tuple[datetime, datetime]] = field(default_factory=list)
    added_times: list[tuple[datetime, int]] = field(default_factory=list)


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
