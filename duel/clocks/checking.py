"""Whether the stored columns of a clock are what the log makes of them, as far as it decides that.

Much of a clock hangs on more than the log: outages and gifts to all games, which deadlines follow
in steps; vacations, mutes and reminders, which are as their owners want them now; zones of turns
long made, which were not kept. So only what cannot be otherwise is checked, and nothing is reported
of a clock that is merely a moment behind. What a bank holds is held to its bounds alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfoNotFoundError

from django.db.models import Max

from duel.clocks.interruptions import Interruptions
from duel.clocks.keeping import clock_of
from duel.log import Log
from duel.models import AddedTime, Game, Outage

Difference = tuple[str, object, object]
"""A column, what it should hold, and what it holds."""


@dataclass(frozen=True)
class ClockCheck:
    """Checks the clocks of games, given when last something befell the clocks of all of them."""

    last_interruption: datetime | None

    @classmethod
    def now(cls) -> "ClockCheck":
        """Return the check as of now: two queries, for any number of games."""
        outage = Outage.objects.aggregate(moment=Max("ended_at"))["moment"]
        gift = AddedTime.objects.aggregate(moment=Max("given_at"))["moment"]
        return cls(max(filter(None, [outage, gift]), default=None))

    def differences(self, log: Log) -> Iterator[Difference]:
        """Yield where the columns of the game and its seats cannot be right.

        The log is read with no interruptions afterwards: whoever needs them reads another.
        """
        if log.course.outcome is not None:
            yield from _unless_empty(log.game, "deadline", "clock_as_of")
            return
        yield from _seat_differences(log)
        yield from _alarm_differences(log)
        if log.chronicle.turn.started_at is None:
            yield from _unless_empty(log.game, "deadline", "clock_as_of")
        elif not self._was_interrupted(log):
            log.interruptions = Interruptions()
            yield from _deadline_differences(log)

    def _was_interrupted(self, log: Log) -> bool:
        """Return whether the turn may have been lengthened, or its deadline is about to be."""
        last = self.last_interruption
        return last is not None and last >= log.chronicle.turn.since


def _deadline_differences(log: Log) -> Iterator[Difference]:
    """Yield where the deadline of a turn that nothing has interrupted is not what was agreed on."""
    seat = log.seats[log.chronicle.turn.seat]
    try:
        clock = clock_of(log)
        deadline = clock.deadline if clock else None
    except (ZoneInfoNotFoundError, ValueError):
        yield f"clock_zone of seat {seat.number}", "a time zone", seat.clock_zone
        return
    if log.game.deadline != deadline:
        yield "deadline", deadline, log.game.deadline
    as_of = clock.as_of if clock else None
    if log.game.clock_as_of != as_of:
        yield "clock_as_of", as_of, log.game.clock_as_of


def _alarm_differences(log: Log) -> Iterator[Difference]:
    """Yield if nobody will ever look at a clock that runs or has yet to start."""
    is_at_rest = log.course.stopped or log.course.flagged is not None
    is_due = log.chronicle.turn.started_at is None or log.game.deadline is not None
    if is_due and not is_at_rest and log.game.alarm_at is None:
        yield "alarm_at", "a moment", None


def _seat_differences(log: Log) -> Iterator[Difference]:
    turn, game = log.chronicle.turn, log.game
    mover = log.seats[turn.seat]
    if mover.clock_turn != turn.number:
        yield f"clock_turn of seat {turn.seat}", turn.number, mover.clock_turn
    if mover.bank_left != mover.clock_bank:
        yield f"bank_left of seat {turn.seat}", mover.clock_bank, mover.bank_left
    most = max(game.bank, game.cap) if game.increment else game.bank
    for seat in log.seats:
        if seat.bank_left > most:
            yield f"bank_left of seat {seat.number}", f"{most} at most", seat.bank_left


def _unless_empty(game: Game, *columns: str) -> Iterator[Difference]:
    for column in columns:
        if (found := getattr(game, column)) is not None:
            yield column, None, found
