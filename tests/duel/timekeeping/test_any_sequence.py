"""Whatever happens in whatever order, time adds up: the service against a model of minutes.

Through the real services and the real database. After each act, time used and left, banks, the
deadline and whether somebody is out of time are what a walk through every minute makes of them.
"""

from datetime import datetime, time, timedelta
from typing import Any

import hypothesis
import pytest
import time_machine
from django.contrib.auth.models import update_last_login
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, assume
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from duel.clocks.turn_clock import clock_of
from duel.errors import CannotTakeBack, Refused
from duel.models import AddedTime, Game, Vacation
from duel.play.offers import accept_offer
from duel.play.undo import ask_for_undo, take_back_turn
from duel.record.log import read_log, writing
from duel.timekeeping.clocks import claim, give_time, letter_has_arrived, letter_was_lost
from duel.timekeeping.returned_letters import person_is_here
from duel.timekeeping.sweeps import sweep_clocks
from duel.timekeeping.vacations import end_vacation, plan_vacation
from engine.kinds import Channel, Kind
from mail.models import Sweep
from support.decisions import Ruling
from tests.duel.clocks.minutes import MINUTE, SlowGame, overdrawn_time
from tests.duel.clocks.ticking import MONDAY, begin_with, everybody_has_moved
from tests.duel.clocks.wishes import NIGHTS, ZONES, hours, passing, seats
from tests.duel.tables import legal_moves, submit
from tests.support.decisions.verbs import roll_back

EXAMPLES, STEPS = 20, 30
DAY = 24 * 3600
MOST_TURNS = 10
"""For so many turns there are tokens to take, and nobody has too many."""
UNTIL_FINAL = timedelta(hours=1)
"""No letter leaves before, as its turn can be taken back."""


class AnySequence(RuleBasedStateMachine):
    """One game, lived through by the service and by the model."""

    traveller: time_machine.Traveller
    games: list[Game]
    operator: User

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.traveller.move_to(MONDAY)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @initialize(number=st.integers(0, 3))
    def begin(self, number: int) -> None:
        self.game = self.games[number]
        self.game.refresh_from_db()
        assert self.game.to_move is not None
        self.model = SlowGame(
            MONDAY,
            seat=self.game.to_move,
            grace=self.game.grace // 60,
            banks=[seat.bank_left // 60 for seat in self.game.seats.order_by("number")],
            increment=self.game.increment // 60,
            cap=self.game.cap // 60,
        )
        self.model.free_weekends = self.game.free_weekends
        self.plies = self.game.ply
        self.has_moved_zone = False

    def runs(self) -> bool:
        return self.game.result is None

    def is_late(self) -> bool:
        return self.runs() and (self.model.turn.is_late or self.model.turn.is_unreachable)

    def can_take_back(self) -> bool:
        return self.runs() and bool(self.model.standing) and not self.model.turn.has_started

    @property
    def mover(self) -> int:
        return self.model.turn.seat

    def person(self, seat: int) -> User:
        user = self.game.seats.get(number=seat).user
        assert user is not None
        return user

    def sweep(self) -> None:
        """Look after the clocks, as is done every minute."""
        for _ in range(2):
            alive = {"ran_at": timezone.now() - MINUTE}
            Sweep.objects.update_or_create(name="clocks", defaults=alive)
            sweep_clocks()
        self.game.refresh_from_db()

    def live_to(self, moment: datetime) -> None:
        while self.model.now < moment:
            self.model.pass_minute()
        self.traveller.move_to(moment)

    # Time.

    @precondition(runs)
    @rule(minutes=passing)
    def time_passes(self, minutes: int) -> None:
        target = self.model.now + minutes * MINUTE
        while self.model.now < target and self.runs():
            alarm = self.game.alarm_at
            due = target if alarm is None or alarm <= self.model.now else min(alarm, target)
            while due.second or due.microsecond:  # the sweep after it
                due += MINUTE - timedelta(seconds=due.second, microseconds=due.microsecond)
            self.live_to(due)
            self.sweep()

    @precondition(runs)
    @rule(minutes=st.sampled_from([15, 100, 800, 3000]), moves=st.integers(0, 2))
    def the_service_is_down(self, minutes: int, moves: int) -> None:
        """Pages may work all the same: somebody moves in the middle of it."""
        Sweep.objects.update_or_create(name="clocks", defaults={"ran_at": timezone.now()})
        self.model.is_down = True
        for _ in range(moves):
            if len(self.model.standing) < MOST_TURNS:
                self.live_to(self.model.now + minutes * MINUTE)
                self.moves()
        self.live_to(self.model.now + minutes * MINUTE)
        self.model.is_down = False
        self.model.look()
        sweep_clocks()

    # Players.

    @precondition(lambda self: self.runs() and len(self.model.standing) < MOST_TURNS)
    @rule()
    def moves(self) -> None:
        takes = [move for move in legal_moves(self.game) if move.startswith("take ")]
        submit(self.game, min(takes, key=len))
        self.model.move()

    @precondition(can_take_back)
    @rule()
    def takes_back(self) -> None:
        try:
            take_back_turn(
                public_id=self.game.public_id,
                seat=1 - self.mover,
                expected_ply=self.game.ply,
                channel=Channel.WEB,
            )
        except CannotTakeBack:
            return
        self.model.take_back()

    @precondition(
        lambda self: (
            self.runs()
            and self.model.standing
            and self.model.now >= self.model.turn.since + UNTIL_FINAL
        )
    )
    @rule()
    def undo_is_agreed_on(self) -> None:
        asks = 1 - self.mover
        terms = ask_for_undo(
            public_id=self.game.public_id,
            seat=asks,
            expected_ply=self.game.ply,
            channel=Channel.WEB,
        )
        self.model.press(asks)
        accept_offer(public_id=self.game.public_id, seat=1 - asks, terms=terms, channel=Channel.WEB)
        self.model.press(1 - asks)
        self.model.go_back_to(int(terms.split()[1]) - self.plies)

    @precondition(runs)
    @rule(seat=seats, hours=hours)
    def gives_time(self, seat: int, hours: int) -> None:
        give_time(public_id=self.game.public_id, seat=1 - seat, hours=hours, channel=Channel.WEB)
        self.model.give(seat, hours * 60)

    @precondition(is_late)
    @rule()
    def claims(self) -> None:
        claim(public_id=self.game.public_id, seat=1 - self.mover, channel=Channel.WEB)

    @precondition(lambda self: not self.runs())
    @rule()
    def nothing_happens_after_a_claim(self) -> None:
        assert self.game.result == {"winners": [1 - self.mover], "by": ["timeout"]}

    @precondition(runs)
    @rule(seat=seats)
    def signs_in(self, seat: int) -> None:
        person = self.person(seat)
        update_last_login(User, person)
        person_is_here(person)
        self.model.press(seat)

    # Vacations.

    @precondition(runs)
    @rule(seat=seats, wait=passing, length=passing, at_once=st.booleans())
    def plans_a_vacation(self, seat: int, wait: int, length: int, at_once: bool) -> None:
        now = self.model.now
        self.plan(seat, now if at_once else now + wait * MINUTE, length)

    @precondition(runs)
    @rule(seat=seats, length=passing)
    def extends_a_vacation(self, seat: int, length: int) -> None:
        ends = [end for _, end in self.model.players[seat].vacations if end > self.model.now]
        if ends:
            self.plan(seat, max(ends), length)

    def plan(self, seat: int, begin: datetime, length: int) -> None:
        end = begin + length * MINUTE
        try:
            plan_vacation(user=self.person(seat), begins_at=begin, ends_at=end)
        except Refused:
            return
        self.model.players[seat].vacations.append((begin, end))

    @precondition(runs)
    @rule(seat=seats)
    def comes_back_early(self, seat: int) -> None:
        now, player = self.model.now, self.model.players[seat]
        person = self.person(seat)
        coming = Vacation.objects.filter(user=person, ends_at__gt=now).order_by("begins_at")
        vacation = coming.first()
        if vacation is None:
            return
        end_vacation(user=person, pk=vacation.pk)
        player.vacations.remove((vacation.begins_at, vacation.ends_at))
        if vacation.begins_at < now:
            player.vacations.append((vacation.begins_at, now))

    @precondition(runs)
    @rule(
        seat=seats,
        zone=st.sampled_from(ZONES),
        quiet=st.sampled_from(NIGHTS),
    )
    def moves_elsewhere(self, seat: int, zone: str, quiet: tuple[time, time] | None) -> None:
        person, player = self.person(seat), self.model.players[seat]
        player.zone, player.quiet = zone, quiet
        person.time_zone = zone
        person.quiet_from, person.quiet_to = quiet or (None, None)
        person.save()
        self.has_moved_zone = True

    # Letters.

    @precondition(
        lambda self: self.runs() and self.model.now >= self.model.turn.since + UNTIL_FINAL
    )
    @rule()
    def the_letter_arrives(self) -> None:
        now = self.model.now
        letter_has_arrived(self.game.public_id, seat=self.mover, ply=self.game.ply, at=now)
        self.model.letter_arrives()

    @precondition(
        lambda self: self.runs() and self.model.now >= self.model.turn.since + UNTIL_FINAL
    )
    @rule()
    def the_letter_is_lost(self) -> None:
        letter_was_lost(
            self.game.public_id,
            seat=self.mover,
            ply=self.game.ply,
            left_at=self.model.turn.letter_left_at,
        )
        self.sweep()
        self.model.letter_is_lost()

    # Operators.

    @precondition(runs)
    @rule(hours=hours)
    def all_games_get_time(self, hours: int) -> None:
        self.time_passes(1)  # no two things happen to all clocks at the very same moment
        AddedTime.objects.create(given_at=timezone.now(), seconds=hours * 3600)
        self.model.give_all(hours * 60)
        self.time_passes(1)

    @precondition(runs)
    @rule()
    def the_clocks_are_stopped_or_go_on(self) -> None:
        kind = Kind.RESUME if self.model.is_paused else Kind.PAUSE
        with writing(self.game.public_id) as log:
            log.append(kind, seat=None, person=None, channel=Channel.OPERATOR, time=timezone.now())
        self.model.is_paused = not self.model.is_paused
        self.sweep()
        self.model.look()

    @precondition(lambda self: self.runs() and len(self.model.reached) > 1)
    @rule(data=st.data())
    def an_operator_sets_it_back(self, data: st.DataObject) -> None:
        # Zones of earlier turns are not kept, so their free weekends are worked out by today's.
        assume(not (self.game.free_weekends and self.has_moved_zone))
        ply = data.draw(st.integers(0, len(self.model.reached) - 2))
        self.game.refresh_from_db()
        ruling = Ruling(self.operator, self.game.public_id, "It was a mistake.", self.game.seq)
        roll_back(ruling, ply=ply + self.plies)
        self.model.go_back_to(ply)

    @invariant()
    def time_adds_up(self) -> None:
        if not hasattr(self, "model"):
            return
        self.sweep()
        if not self.runs():
            return
        log, model, turn = read_log(self.game), self.model, self.model.turn
        assert (log.course.flagged is not None) == (turn.is_late or turn.is_unreachable)
        assert log.history.is_unreachable(turn.seat) == turn.is_unreachable
        for seat in log.seats:
            assert seat.bank_left == model.bank_of(seat.number) * 60
        if turn.is_late:
            return
        clock = clock_of(log)
        assert (clock is not None) == turn.has_started
        if clock is None:
            return
        assert clock.time_used(model.now) == turn.used * MINUTE
        assert clock.budget == model.budget() * MINUTE
        assert clock.time_used(model.now) + clock.time_left(
            model.now
        ) == clock.budget + overdrawn_time(clock, model.now)
        if not turn.is_unreachable:
            assert self.game.deadline == model.deadline()


@pytest.mark.only_on("postgresql")  # random input
def test_time_adds_up_for_any_sequence(
    traveller: time_machine.Traveller,
    ada: User,
    bruno: User,
    olga: User,
    settings: Any,
) -> None:
    settings.UNSEND_SECONDS = 3600
    games = [
        begin_with(ada, bruno, **terms)
        for terms in (
            {"grace": DAY},
            {"grace": DAY, "bank": 2 * DAY},
            {"grace": DAY // 2, "bank": DAY, "increment": 7200, "cap": 2 * DAY},
            {"grace": DAY, "bank": DAY, "free_weekends": True},
        )
    ]
    for game in games:
        everybody_has_moved(game)
    AnySequence.traveller, AnySequence.games, AnySequence.operator = traveller, games, olga
    run_state_machine_as_test(
        AnySequence,
        settings=hypothesis.settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # to look for a shorter example would take very long
        ),
    )
