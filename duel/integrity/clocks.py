"""Whether the stored columns of a clock are what the log makes of them, as far as it decides that.

`duel.integrity.replay` calls it. A clock depends on more than the log: on outages and gifts to all
games, which deadlines follow in steps; on vacations, mutes and reminders, which change; on zones of
earlier turns, which were not kept. So it checks only what must be so, and reports no clock that is
merely a moment behind. The last step of each bank is worked out again, from what it held when the
seat's last turn began, and an alarm must not come too late.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfoNotFoundError

from django.utils import timezone

from duel.clocks.history import Interruptions, Turn
from duel.clocks.turn_clock import LATEST_START, bank_after, clock_of, deadline_of
from duel.models import Game, Seat
from duel.record.log import Log
from duel.record.reading import interruptions_since

Difference = tuple[str, object, object]
"""A column, what it should hold, and what it holds."""


SET_ASIDE = timedelta(hours=1)
"""How long a game whose clock cannot be worked out is left alone, for the sake of others."""

_COMMITS_WITHIN = timedelta(minutes=1)
"""How long a gift to all games may be written and not yet committed."""


@dataclass(frozen=True)
class ClockCheck:
    """Checks the clocks of games, given what befell the clocks of all of them."""

    interruptions: Interruptions

    @classmethod
    def now(cls) -> "ClockCheck":
        """Return the check as of now: one query, for any number of games."""
        return cls(interruptions_since(datetime.min.replace(tzinfo=UTC)))

    def differences(self, log: Log, *, banks_since: int = 0) -> Iterator[Difference]:
        """Yield where the columns of the game and its seats cannot be right.

        Banks are worked out again for turns that have ended after so many entries: what an
        earlier release has made of them may differ.
        """
        if log.course.outcome is not None:
            yield from _unless_empty(log.game, "deadline", "alarm_at", "clock_as_of")
            return
        log.interruptions = self.interruptions
        yield from _seat_differences(log)
        for seat in log.seats:
            if seat.number != log.history.turn.seat:
                yield from self._bank_differences(log, seat, banks_since)
        yield from _alarm_differences(log)
        if log.history.turn.started_at is None:
            yield from _unless_empty(log.game, "deadline", "clock_as_of")
        elif not self._was_interrupted(log.history.turn):
            yield from _deadline_differences(log)

    def _was_interrupted(self, turn: Turn) -> bool:
        """Return whether the turn may have been lengthened, or its deadline is about to be."""
        gifts = (given_at for given_at, _ in self.interruptions.added_times)
        ends = (end for _, end in self.interruptions.outages)
        return any(moment >= turn.since for moment in (*gifts, *ends))

    def _bank_differences(self, log: Log, seat: Seat, since: int) -> Iterator[Difference]:
        """Yield if the bank of a seat that waits is not what its last turn has left of it."""
        turn = log.history.last_paid(seat.number)
        if turn is None or turn.ended_at is None or seat.clock_turn != turn.number:
            return  # it has made none, or the game was set back since
        if not self._are_known_at(turn.ended_at) or turn.ended_at <= _time_of(log, since):
            return
        try:
            left = bank_after(log, turn, seat.clock_bank)
        except (ZoneInfoNotFoundError, ValueError):
            yield f"clock_zone of seat {seat.number}", "a time zone", seat.clock_zone
            return
        if seat.bank_left != left:
            yield f"bank_left of seat {seat.number}", left, seat.bank_left

    def _are_known_at(self, moment: datetime) -> bool:
        """Return whether a writer at that moment knew of the same interruptions as we do."""
        return not any(
            begin < moment < end for begin, end in self.interruptions.outages
        ) and not any(
            given_at <= moment < given_at + _COMMITS_WITHIN
            for given_at, _ in self.interruptions.added_times
        )


def _deadline_differences(log: Log) -> Iterator[Difference]:
    """Yield where the deadline of a turn that nothing has interrupted is not what was agreed on."""
    seat = log.seats[log.history.turn.seat]
    try:
        clock = clock_of(log)
        deadline = deadline_of(log, clock)
    except (ZoneInfoNotFoundError, ValueError):
        yield f"clock_zone of seat {seat.number}", "a time zone", seat.clock_zone
        return
    if log.game.deadline != deadline:
        yield "deadline", deadline, log.game.deadline
    as_of = clock.as_of if clock else None
    if log.game.clock_as_of != as_of:
        yield "clock_as_of", as_of, log.game.clock_as_of


def _alarm_differences(log: Log) -> Iterator[Difference]:
    """Yield if nobody will look at a clock when it is due, or one that is at rest has an alarm."""
    turn, alarm = log.history.turn, log.game.alarm_at
    is_stopped = log.course.stopped and turn.started_at is not None
    if is_stopped or log.course.vacant or log.course.flagged is not None:
        yield from _unless_empty(log.game, "alarm_at")
        return
    due = turn.since + LATEST_START if turn.started_at is None else log.game.deadline
    if due is None:  # it is stopped by a vacation or a bounce
        return
    if alarm is None:
        yield "alarm_at", "a moment", None
    elif alarm > max(due, timezone.now()) + SET_ASIDE:
        yield "alarm_at", f"{due} at the latest", alarm


def _time_of(log: Log, seq: int) -> datetime:
    """Return when the entry of that number was written, or when the game began."""
    if not 0 < seq <= len(log.entries):
        return log.history.began_at
    return datetime.fromisoformat(log.entries[seq - 1].time)


def _seat_differences(log: Log) -> Iterator[Difference]:
    turn, game = log.history.turn, log.game
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
