"""The columns of the clock, worked out from the log's history, the seats and the outages.

Each game has one alarm: the next moment at which there is something to do about its clock. The
sweep looks for alarms that have passed, so its work grows with what is due, not with what runs.
Nothing is read or written here: what is not in the log is handed in.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from accounts.local_time.hours import quiet_since, quiet_until
from accounts.models import User
from duel.clocks.arithmetic import LocalHours, TurnClock, grown
from duel.clocks.history import OPEN_FOR, ClockHistory, Interruptions, Turn
from duel.models import AnyGame, AnySeat, Seat, Vacation
from engine.course import Course

LATEST_START = timedelta(hours=12)
"""So long after the move the opponent's clock starts, whatever became of the letter."""

LOOK_AGAIN = timedelta(hours=1)
"""After so long a game that waits for a bot is looked at once more."""

BEFORE_QUIET_HOURS = timedelta(minutes=30)
"""So long before them a reminder is sent that would not leave in time after them."""

CLOCK_COLUMNS = (
    "bank_left",
    "clock_turn",
    "clock_bank",
    "clock_zone",
    "clock_quiet_from",
    "clock_quiet_to",
    "left_at",
    "open_until",
)
"""The columns of a seat that are kept here."""


class ClockedLog(Protocol):
    """A log, as far as its clocks are concerned."""

    course: Course
    history: ClockHistory
    left_at: dict[int, datetime]

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def seats(self) -> Sequence[AnySeat]:
        """The seats, in order."""

    @property
    def interruptions(self) -> Interruptions:
        """What happened to the clocks of all games since this one began."""


class WritableClockedLog(ClockedLog, Protocol):
    """A log whose seats can be changed."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats, in order."""


@dataclass(frozen=True)
class ClockFacts:
    """What the columns rest on beside the log, at one moment."""

    now: datetime
    vacations: Sequence[Vacation]
    """Of whoever is to move, those that may still matter."""
    waits_until: datetime | None
    """When the move before the turn is final, if the clock is to start by itself then."""
    was_reminded: Callable[[datetime], bool]
    """Whether the seat to move has been reminded of that deadline."""


def keep_seats(log: WritableClockedLog) -> None:
    """Bring the clock's columns of the seats, unsaved, up to the log."""
    for seat in log.seats:
        seat.left_at = log.left_at.get(seat.number)
        seat.open_until = open_until(log, seat.number)
    for turn in log.history.ended if has_bank(log) else ():
        seat = log.seats[turn.seat]
        seat.bank_left = bank_after(log, turn, _bank_of(seat, turn))
    if log.history.went_back:
        for seat in log.seats:
            _restore_bank(log, seat)
    turn = log.history.turn
    mover = log.seats[turn.seat]
    if log.history.took_back and mover.clock_turn != turn.number:
        _restore_bank(log, mover)  # the columns tell of another turn than the one made again
    has_begun = turn in log.history.began
    log.history.forget_changes()
    if log.course.outcome is not None:
        return
    _freeze(mover, turn, has_begun=has_begun)
    for seat in log.seats:
        _give_back_outages(log, seat)


def open_until(log: ClockedLog, seat: int) -> datetime | None:
    """Return until when a seat whose player has left is offered to others; None if it is not."""
    is_offered = seat in log.course.vacant and log.course.outcome is None
    return log.left_at[seat] + OPEN_FOR if is_offered else None


def clock_columns(log: ClockedLog, facts: ClockFacts) -> dict[str, datetime | None]:
    """Return the clock's columns of the game, once those of its seats are kept."""
    if log.course.outcome is not None:
        return {"deadline": None, "alarm_at": None, "clock_as_of": None}
    if log.history.turn.started_at is None and facts.waits_until is not None:
        return {"deadline": None, "alarm_at": facts.waits_until, "clock_as_of": None}
    clock = clock_of(log)
    deadline = deadline_of(log, clock)
    return {
        "deadline": deadline,
        "alarm_at": _alarm(log, clock, deadline, facts),
        "clock_as_of": clock.as_of if clock else None,
    }


def clock_of(log: ClockedLog, *, if_arrives_at: datetime | None = None) -> TurnClock | None:
    """Return the clock of the turn that is being made, or None if it has not started.

    A bot has none: that it does not move is nobody's fault but ours, and nobody wins by it.
    With `if_arrives_at`, a letter is taken to bring the turn at that moment: a clock that has not
    started does then, and one that stands still because letters came back goes on.
    """
    turn = log.history.turn
    started_at = turn.started_at or if_arrives_at
    bank = log.seats[turn.seat].clock_bank
    if started_at is None or log.seats[turn.seat].is_bot:
        return None
    return _clock(log, turn, started_at, bank=bank, reached_at=if_arrives_at)


def deadline_of(log: ClockedLog, clock: TurnClock | None) -> datetime | None:
    """Return when the time of the turn is up; None while that is not known, or a seat is vacant.

    Whoever left because their time was up is not late any more.
    """
    return clock.deadline if clock and not log.course.vacant else None


def unreachable_from(log: ClockedLog) -> datetime | None:
    """Return when letters to the seat to move have come back for too long; None: they do not."""
    return log.history.bounce_ends_at(log.history.turn.seat, log.interruptions.outages)


def added_times(log: ClockedLog, turn: Turn) -> list[tuple[datetime, int]]:
    """Return what operators have added to all turns, and when, while this one was being made."""
    spans = turn.spans_of_added_time
    return [
        (given_at, seconds)
        for given_at, seconds in log.interruptions.added_times
        if any(since <= given_at and (until is None or given_at < until) for since, until in spans)
    ]


def time_taken(log: ClockedLog, turn: Turn, until: datetime) -> timedelta:
    """Return how long a turn took up to a moment, without what kept its clock still.

    From when its clock started; of a turn that was made sooner, or whose time was up before it was
    granted more, from when it began.
    """
    since = turn.since if turn.was_granted else turn.started_at or turn.since
    return _clock(log, turn, since, bank=0).used(until)


def reminder_at(clock: TurnClock, reader: User | None) -> datetime | None:
    """Return when so much of the time is used that its player wants to be reminded.

    A reminder that would wait for the end of quiet hours, and come too late, is sent before them.
    """
    if reader is None or reader.reminder_percent is None:
        return None
    moment = clock.moment_when_used(clock.budget * reader.reminder_percent / 100)
    quiet_end = quiet_until(reader, now=moment) if moment else None
    deadline = clock.deadline
    if moment is None or quiet_end is None or deadline is None or quiet_end < deadline:
        return moment
    return max(clock.started_at, quiet_since(reader, now=moment) - BEFORE_QUIET_HOURS)


def deadline_mark(deadline: datetime) -> int:
    """Return the number by which a reminder is told once for each deadline."""
    return int(deadline.timestamp())


def _clock(
    log: ClockedLog,
    turn: Turn,
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


def has_bank(log: ClockedLog) -> bool:
    """Return whether the players have banks to be kept."""
    return bool(log.game.bank or log.game.increment)


def _bank_of(seat: Seat, turn: Turn) -> int:
    """Return what the bank of the seat held when the turn that has just ended began."""
    return seat.bank_left if turn.started_at is None else seat.clock_bank


def bank_after(log: ClockedLog, turn: Turn, bank: int) -> int:
    """Return what a turn leaves of the bank: what it used beyond its grace is off, and more on."""
    game = log.game
    more = {
        "increment": timedelta(seconds=game.increment),
        "cap": timedelta(seconds=game.cap),
    }
    if turn.started_at is None or turn.ended_at is None:
        left = grown(timedelta(seconds=bank), **more)
    else:
        clock = _clock(log, turn, turn.started_at, bank=bank)
        left = clock.bank_after(turn.ended_at, **more)
    return int(left.total_seconds())


def _restore_bank(log: ClockedLog, seat: Seat) -> None:
    """Let the bank of the seat hold what the turns that stand have left in it."""
    seat.bank_left, seat.clock_turn = _worked_out_bank(log, seat), None


def _give_back_outages(log: ClockedLog, seat: Seat) -> None:
    """Let the bank be charged for no outage that was noted only after a turn of the seat ended.

    Pages may work while the sweeps do not: whoever moved then was charged as if all was well.
    """
    ends = [turn.ended_at for turn in _paid_turns(log, seat) if turn.ended_at is not None]
    if any(began < end < ended for began, ended in log.interruptions.outages for end in ends):
        seat.bank_left = _worked_out_bank(log, seat)
        if seat.number == log.history.turn.seat:
            seat.clock_bank = seat.bank_left


def _worked_out_bank(log: ClockedLog, seat: Seat) -> int:
    bank = log.game.bank
    for turn in reversed(list(_paid_turns(log, seat))):
        bank = bank_after(log, turn, bank)
    return bank


def _paid_turns(log: ClockedLog, seat: Seat) -> Iterator[Turn]:
    """Return the finished turns of the seat that stand, the last first.

    Without a bank and an increment there is nothing to be worked out.
    """
    return log.history.finished(seat.number) if has_bank(log) else iter(())


def _freeze(seat: Seat, turn: Turn, *, has_begun: bool) -> None:
    """Keep the zone, quiet hours and bank with which a turn begins, for as long as it lasts."""
    if seat.clock_turn == turn.number:
        seat.bank_left = seat.clock_bank  # of a turn taken back, what it had cost is given back
        if not has_begun:
            return
    seat.clock_turn, seat.clock_bank = turn.number, seat.bank_left
    if seat.user is not None:
        seat.clock_zone = seat.user.time_zone
        seat.clock_quiet_from, seat.clock_quiet_to = seat.user.quiet_from, seat.user.quiet_to


def _alarm(
    log: ClockedLog,
    clock: TurnClock | None,
    deadline: datetime | None,
    facts: ClockFacts,
) -> datetime | None:
    """Return when there is next something to do about the clock, or None if nothing is known."""
    turn = log.history.turn
    if log.course.flagged is not None or log.course.vacant:
        return None  # who sits down then, or that nobody did, is told by a sweep of its own
    if log.course.stopped and turn.started_at is not None:
        return None
    if log.seats[turn.seat].is_bot:
        return max(turn.since + LATEST_START, facts.now + LOOK_AGAIN)
    if clock is None:
        return turn.since + LATEST_START
    vacation = next((each for each in facts.vacations if each.ends_at > facts.now), None)
    if deadline is None:
        ends = [vacation.ends_at] if vacation and log.history.is_on_vacation(turn.seat) else []
        bounce = unreachable_from(log)
        return min([*ends, *([bounce] if bounce else [])], default=None)
    alarm = _reminder_or_deadline(log, clock, deadline, facts)
    return min(alarm, vacation.begins_at) if vacation else alarm


def _reminder_or_deadline(
    log: ClockedLog, clock: TurnClock, deadline: datetime, facts: ClockFacts
) -> datetime:
    """Return when the seat is to be reminded, or its deadline once that is done."""
    turn = log.history.turn
    reminder = reminder_at(clock, log.seats[turn.seat].user)
    if reminder is None or reminder >= deadline:
        return deadline
    if reminder <= facts.now and facts.was_reminded(deadline):
        return deadline
    return reminder
