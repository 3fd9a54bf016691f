"""Whatever a log says in whatever order, its clocks add up: the arithmetic against a model.

The history and the clock of a turn alone, with no database: many more sequences than
`test_any_sequence.py` can play, whose rules are the same.
"""

from datetime import datetime, time

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from duel.clocks.history import ClockHistory, Turn
from duel.clocks.turn_clock import LocalHours, TurnClock
from engine.kinds import Kind
from tests.duel.clocks.minutes import LATEST_START, MINUTE, SlowGame, overdrawn_time
from tests.duel.clocks.ticking import MONDAY
from tests.duel.clocks.wishes import NIGHTS, ZONES, hours, passing, seats

GRACE, BANK, INCREMENT, CAP = 24 * 60, 24 * 60, 120, 36 * 60
EXAMPLES, STEPS = 150, 40
LATER = datetime.max.replace(tzinfo=MONDAY.tzinfo)


class AnyCourse(RuleBasedStateMachine):
    """One game as its log tells of it, and as the model lives through it."""

    @initialize(free_weekends=st.booleans())
    def begin(self, free_weekends: bool) -> None:
        self.history = ClockHistory(began_at=MONDAY, seat=0, number=1)
        self.model = SlowGame(
            MONDAY, seat=0, grace=GRACE, banks=[BANK, BANK], increment=INCREMENT, cap=CAP
        )
        self.model.free_weekends = free_weekends
        self.outages: list[tuple[datetime, datetime]] = []
        self.added: list[tuple[datetime, int]] = []
        self.history.forget_changes()
        self.hours = {(0, MONDAY): LocalHours()}
        self.is_flagged = self.was_just_moved = False

    def follow(
        self, kind: Kind, text: str = "", *, seat: int | None = None, at: datetime | None = None
    ) -> None:
        """Write an entry; the model has done already what it says."""
        number = len(self.model.standing) + 1
        whose = self.mover if seat is None else seat
        self.history.follow(
            kind,
            whose,
            text,
            at or self.model.now,
            to_move=(number + 1) % 2,
            number=number,
            was_flagged=self.is_flagged,
        )
        turn = self.history.turn
        if kind in (Kind.MOVE, Kind.UNDO, Kind.ROLLBACK, Kind.FLAG) or (
            kind is Kind.EXTEND and whose == turn.seat
        ):
            self.is_flagged = kind is Kind.FLAG
        if kind in (Kind.MOVE, Kind.UNDO, Kind.ROLLBACK):
            self.was_just_moved = kind is Kind.MOVE
        if turn in self.history.new_turns:
            player = self.model.players[turn.seat]
            self.hours[turn.seat, turn.since] = LocalHours(
                player.zone, *(player.quiet or (None, None))
            )
        self.history.forget_changes()

    @property
    def mover(self) -> int:
        return self.history.turn.seat

    def bank_before(self, turn: Turn) -> int:
        """What the bank held when the turn began, in minutes, worked out along those that stand."""
        paid = turn.paid
        if paid is None or paid.ended_at is None:
            return BANK
        clock = self.clock(paid)
        if clock is None:
            clock = TurnClock(paid.ended_at, GRACE * MINUTE, self.bank_before(paid) * MINUTE)
        left = clock.bank_after(paid.ended_at, increment=INCREMENT * MINUTE, cap=CAP * MINUTE)
        return left // MINUTE

    def clock(self, turn: Turn) -> TurnClock | None:
        if turn.started_at is None:
            return None
        spans = turn.spans_of_added_time
        added = sum(
            minutes
            for at, minutes in self.added
            if any(since <= at and (until is None or at < until) for since, until in spans)
        )
        own, bank = (0, 0) if turn.was_granted else (GRACE, self.bank_before(turn))
        return TurnClock(
            turn.started_at,
            (own + added) * MINUTE + turn.given,
            bank * MINUTE,
            tuple(self.history.stops(turn, self.outages)),
            self.model.free_weekends,
            self.hours[turn.seat, turn.since],
            tuple(self.outages),
        )

    def due_at(self) -> list[datetime]:
        """When something is to be written by itself, as far as one knows."""
        turn = self.history.turn
        if turn.started_at is None:
            return [turn.since + LATEST_START]
        if self.is_flagged or self.model.is_paused:
            return []
        clock = self.clock(turn)
        bounce = self.history.bounce_ends_at(turn.seat, self.outages)
        return [moment for moment in (clock and clock.deadline, bounce) if moment]

    def sweep(self) -> None:
        turn = self.history.turn
        if turn.started_at is None and turn.since + LATEST_START <= self.model.now:
            turn.started_at = turn.since + LATEST_START
        if turn.started_at and any(due <= self.model.now for due in self.due_at()):
            self.follow(Kind.FLAG)

    @rule(minutes=passing)
    def time_passes(self, minutes: int) -> None:
        target = self.model.now + minutes * MINUTE
        while self.model.now < target:
            due = min([target, *(due for due in self.due_at() if due > self.model.now)])
            while self.model.now < due:
                self.model.pass_minute()
            self.sweep()

    @rule(minutes=st.sampled_from([15, 100, 800, 3000]))
    def the_service_is_down(self, minutes: int) -> None:
        began_at = self.model.now
        self.model.is_down = True
        for _ in range(minutes):
            self.model.pass_minute()
        self.model.is_down = False
        self.outages.append((began_at, self.model.now))
        self.model.look()
        self.sweep()

    @rule()
    def moves(self) -> None:
        seat = self.mover
        self.model.move()
        self.follow(Kind.MOVE, "take a1", seat=seat)
        self.end_bounce(seat)

    @precondition(lambda self: self.was_just_moved and not self.model.turn.has_started)
    @rule()
    def takes_back(self) -> None:
        seat, ply = 1 - self.mover, len(self.model.reached) - 2
        # The ply before its last turn: the last one at which one turn less stood.
        while len(self.model.reached[ply]) != len(self.model.standing) - 1:
            ply -= 1
        self.model.take_back()
        self.follow(Kind.UNDO, str(ply), seat=seat)
        self.sweep()

    @precondition(lambda self: len(self.model.reached) > 1)
    @rule(data=st.data(), by_agreement=st.booleans())
    def goes_back(self, data: st.DataObject, by_agreement: bool) -> None:
        reached = self.model.reached
        ply = data.draw(st.integers(0, len(reached) - 2))
        shorter = [n for n, turns in enumerate(reached) if turns == self.model.standing[:-1]]
        self.end_bounce(self.mover)
        if by_agreement and self.model.standing and shorter:
            for seat in (0, 1):
                self.model.press(seat)
            self.follow(Kind.ACCEPT, "undo")
            self.model.go_back_to(shorter[-1])
            self.follow(Kind.UNDO, str(shorter[-1]), seat=1 - self.mover)
        else:
            self.model.press(self.mover)
            self.model.go_back_to(ply)
            self.follow(Kind.ROLLBACK, str(ply))
        self.sweep()

    @rule(seat=seats, hours=hours)
    def is_given_time(self, seat: int, hours: int) -> None:
        self.model.give(seat, hours * 60)
        self.end_bounce(1 - seat)
        self.follow(Kind.EXTEND, str(hours * 3600), seat=seat)

    @rule(hours=hours)
    def all_games_get_time(self, hours: int) -> None:
        self.time_passes(1)
        self.added.append((self.model.now, hours * 60))
        self.model.give_all(hours * 60)
        self.time_passes(1)

    @rule(seat=seats)
    def goes_on_vacation_or_comes_back(self, seat: int) -> None:
        now, player = self.model.now, self.model.players[seat]
        if player.is_away(now):
            player.vacations[-1] = (player.vacations[-1][0], now)
            self.follow(Kind.VACATION, "end", seat=seat)
        else:
            player.vacations.append((now, LATER))
            self.follow(Kind.VACATION, "begin", seat=seat)

    @rule()
    def the_clocks_are_stopped_or_go_on(self) -> None:
        self.model.is_paused = not self.model.is_paused
        self.follow(Kind.PAUSE if self.model.is_paused else Kind.RESUME)
        self.model.look()
        self.sweep()

    @rule(seat=seats, zone=st.sampled_from(ZONES), quiet=st.sampled_from(NIGHTS))
    def moves_elsewhere(self, seat: int, zone: str, quiet: tuple[time, time] | None) -> None:
        self.model.players[seat].zone, self.model.players[seat].quiet = zone, quiet

    @rule()
    def the_letter_arrives(self) -> None:
        self.model.letter_arrives()
        self.follow(Kind.CLOCK, "letter")
        if self.model.mover.lost_since is None:
            self.end_bounce(self.mover)

    @rule()
    def the_letter_is_lost(self) -> None:
        was_lost = self.model.mover.lost_since
        self.model.letter_is_lost()
        lost_since = self.model.mover.lost_since
        if was_lost is None and lost_since is not None:
            self.follow(Kind.BOUNCE, "begin", at=lost_since)
        self.sweep()

    @rule()
    def letters_are_lost_for_a_week(self) -> None:
        self.the_letter_is_lost()
        self.time_passes(7 * 24 * 60)

    def end_bounce(self, seat: int) -> None:
        if self.history.is_bouncing(seat):
            self.follow(Kind.BOUNCE, "end", seat=seat)

    @invariant()
    def time_adds_up(self) -> None:
        if not hasattr(self, "model"):
            return
        turn, model = self.model.turn, self.model
        assert (self.history.turn.seat, self.history.turn.since) == (turn.seat, turn.since)
        assert self.is_flagged == (turn.is_late or turn.is_unreachable)
        assert self.bank_before(self.history.turn) == model.bank_of(turn.seat)
        clock = self.clock(self.history.turn)
        assert (clock is not None) == turn.has_started
        if clock is None or turn.is_late:
            return
        assert clock.budget == model.budget() * MINUTE
        assert clock.time_used(model.now) == turn.used * MINUTE
        used, left, over = (
            clock.time_used(model.now),
            clock.time_left(model.now),
            overdrawn_time(clock, model.now),
        )
        assert used + left == clock.budget + over
        if not turn.is_unreachable:
            assert clock.deadline == model.deadline()


def test_time_adds_up_in_any_course() -> None:
    run_state_machine_as_test(
        AnyCourse, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS)
    )
