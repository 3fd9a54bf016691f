"""The time that a report gives lasts until it is answered, also if the game goes on."""

from datetime import datetime, timedelta
from typing import Any

import hypothesis
import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase
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
from duel.models import Game, LogEntry, Vacation
from duel.record.links import Link, Purpose, link_token
from duel.timekeeping.sweeps import sweep_clocks
from duel.timekeeping.vacations import end_vacation, set_clocks
from support.decisions import Ruling
from support.disputes import handling
from support.disputes.respites import reports_nearly_out_of_time
from support.models import Dispute
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    letter_arrives,
    notices,
    seat_to_move,
    sweep_at,
)
from tests.duel.letters.outbox import read
from tests.duel.tables import assert_sound, play_any
from tests.support.decisions.verbs import hold, resume
from tests.support.disputes.reports import reported

pytestmark = pytest.mark.django_db

GRACE = 3 * DAY


@pytest.fixture
def running(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    """Both have moved; from Monday on the next turn has three days, then the game is lost."""
    game = begin_with(ada, bruno, grace=3 * 86400)
    Game.objects.filter(pk=game.pk).update(late_may_be_claimed=False)
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()
    assert game.deadline == MONDAY + GRACE
    return game


def sweep_until(moment: datetime, game: Game, traveller: time_machine.Traveller) -> None:
    """Let time pass, an hour from sweep to sweep."""
    while timezone.now() < moment:
        sweep_at(min(timezone.now() + HOUR, moment), traveller)
    game.refresh_from_db()


def report_it(game: Game, *, asks_hold: bool = True) -> Dispute:
    return reported(game, seat_to_move(game).number, asks_hold=asks_hold)


def answered(dispute: Dispute, operator: User, state: str = "resolved") -> None:
    dispute.refresh_from_db()
    handling.take(operator=operator, dispute=dispute.pk, expected=dispute.revision)
    dispute.refresh_from_db()
    handling.settle(
        operator=operator,
        dispute=dispute.pk,
        expected=dispute.revision,
        state=state,
        to_reporter="We have looked into it.",
    )


def given(game: Game) -> list[int]:
    """The hours that reports have given, entry by entry."""
    entries = LogEntry.objects.filter(game=game, kind="extend", channel="report")
    return [int(text) // 3600 for text in entries.values_list("text", flat=True)]


def test_a_report_gives_time_until_it_is_answered(
    running: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    sweep_until(MONDAY + 60 * HOUR, running, traveller)
    dispute = report_it(running)
    sweep_until(MONDAY + 60 * HOUR + 4 * DAY, running, traveller)
    assert running.result is None, "Operators come by twice a week."
    answered(dispute, olga)
    running.refresh_from_db()
    assert running.deadline is not None
    assert running.deadline - timezone.now() >= 23 * HOUR
    before = given(running)
    sweep_until(running.deadline + HOUR, running, traveller)
    assert given(running) == before, "An answered report gives no more."
    assert running.result is not None
    assert_sound(running)


def test_one_that_nobody_answers_gives_seven_days_and_no_more(
    running: Game, traveller: time_machine.Traveller
) -> None:
    sweep_until(MONDAY + 71 * HOUR, running, traveller)
    report_it(running)
    sweep_until(MONDAY + 3 * DAY + 7 * DAY - HOUR, running, traveller)
    assert (running.result, given(running)) == (None, [48, 48, 48, 24])
    sweep_until(MONDAY + 3 * DAY + 7 * DAY + HOUR, running, traveller)
    assert running.result is not None


def test_who_reports_early_loses_nothing_while_it_waits(
    running: Game, traveller: time_machine.Traveller
) -> None:
    dispute = report_it(running)
    assert not dispute.got_respite
    sweep_until(MONDAY + 4 * DAY, running, traveller)
    dispute.refresh_from_db()
    assert (running.result, dispute.got_respite) == (None, True)
    assert given(running) == [48]


def test_who_did_not_ask_for_it_is_given_none(
    running: Game, traveller: time_machine.Traveller
) -> None:
    report_it(running, asks_hold=False)
    sweep_until(MONDAY + 3 * DAY + HOUR, running, traveller)
    assert running.result is not None
    assert not given(running)


def test_a_second_report_gives_nothing(
    running: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    sweep_until(MONDAY + 60 * HOUR, running, traveller)
    answered(report_it(running), olga, "dismissed")
    sweep_until(MONDAY + 100 * HOUR, running, traveller)
    assert not report_it(running).got_respite
    sweep_until(MONDAY + 5 * DAY + HOUR, running, traveller)
    assert running.result is not None
    assert given(running) == [48]


def test_nobody_else_has_it_who_was_given_the_seat(
    running: Game, eve: User, traveller: time_machine.Traveller
) -> None:
    report_it(running)
    running.seats.filter(is_to_move=True).update(user=eve)
    sweep_until(MONDAY + 60 * HOUR, running, traveller)
    assert not given(running)


def test_an_outage_that_is_given_back_uses_none_of_it_up(
    running: Game, traveller: time_machine.Traveller
) -> None:
    report_it(running)
    sweep_until(MONDAY + 40 * HOUR, running, traveller)
    traveller.move_to(MONDAY + 70 * HOUR)
    sweep_clocks()  # which finds that thirty hours are missing
    running.refresh_from_db()
    assert given(running) == []
    assert running.deadline == MONDAY + GRACE + 30 * HOUR


def test_whose_time_was_up_before_the_report_has_lost_it(
    running: Game, traveller: time_machine.Traveller
) -> None:
    traveller.move_to(MONDAY + GRACE + timedelta(seconds=30))
    report_it(running)
    assert not reports_nearly_out_of_time(timezone.now()).exists()
    sweep_at(MONDAY + GRACE + timedelta(minutes=1), traveller)
    running.refresh_from_db()
    assert running.result is not None


def test_both_read_why_the_turn_is_longer(
    client: Client, running: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    sweep_until(MONDAY + 60 * HOUR, running, traveller)
    dispute = report_it(running)
    mover = dispute.seat
    assert "You were given 2 days meanwhile" in board_of(client, running, mover)
    other = board_of(client, running, 1 - mover)
    assert "has reported something about this game" in other
    assert "until we have answered, seven days in all at most" in other
    assert dispute.text not in other
    answered(dispute, olga)
    assert "was given 2 days while that waited for its answer" in board_of(
        client, running, 1 - mover
    )


def board_of(client: Client, game: Game, number: int) -> str:
    game.refresh_from_db()
    seat = game.seats.get(number=number)
    token = link_token(Purpose.BOARD, Link(game.pk, number, game.ply), epoch=seat.link_epoch)
    page = client.get(reverse("duel:board", args=[token])).content.decode()
    return " ".join(page.split())


def test_a_reminder_tells_the_new_deadline_and_that_more_may_come(
    running: Game, traveller: time_machine.Traveller
) -> None:
    sweep_until(MONDAY + 55 * HOUR, running, traveller)
    assert len(notices(running, "reminder")) == 1, "of the three days that were agreed on"
    report_it(running)
    assert running.deadline != seat_to_move(running).game.deadline
    sweep_until(MONDAY + 91 * HOUR, running, traveller)
    _first, second = notices(running, "reminder")
    assert second.mark == int((MONDAY + 5 * DAY).timestamp())
    reader = seat_to_move(running).user
    assert reader is not None
    words = " ".join(read(running, reader, "reminder").text.split())
    assert "until Saturday 7 November" in words
    assert "Your report is not answered yet. You were given 2 days meanwhile" in words


class AnyReport(RuleBasedStateMachine):
    """A turn of three days, and a report that is handled in any order; the model lives by hours."""

    traveller: time_machine.Traveller
    games: list[Game]
    operator: User

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.traveller.move_to(MONDAY)

    def teardown(self) -> None:
        assert_sound(self.game)
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.game = self.games[0]
        self.game.refresh_from_db()
        self.reporter = seat_to_move(self.game).number
        self.left, self.given = 72, 0
        self.is_held = self.is_away = self.waits = self.is_lost = self.is_the_others = False
        self.report: Dispute | None = None
        self.has_had_it: Dispute | None = None
        self.vacation = 0

    @property
    def runs(self) -> bool:
        return not (self.is_held or self.is_away or self.is_lost or self.is_the_others)

    def look(self) -> None:
        """Give what is due, as the rule says it in words."""
        is_the_one = self.has_had_it in (None, self.report)
        if self.waits and is_the_one and self.runs and self.left < 24 and self.given < 168:
            step = min(48, 168 - self.given)
            self.given, self.left = self.given + step, self.left + step
            self.has_had_it = self.report
        if self.runs and self.left <= 0:
            self.is_lost = True

    @rule(hours=st.sampled_from([1, 5, 20, 45]))
    def time_passes(self, hours: int) -> None:
        for _ in range(hours):
            moment = timezone.now() + HOUR
            self.left -= self.runs
            self.look()
            sweep_at(moment, self.traveller)

    @precondition(lambda self: not self.waits)
    @rule()
    def reports(self) -> None:
        self.report = reported(self.game, self.reporter, asks_hold=True)
        self.waits = True
        self.look()

    @precondition(lambda self: self.waits)
    @rule(state=st.sampled_from(["resolved", "dismissed"]))
    def is_answered(self, state: str) -> None:
        assert self.report is not None
        had_time = self.runs and self.has_had_it == self.report and self.given < 168
        answered(self.report, self.operator, state)
        self.waits = False
        if had_time:
            assert self.left >= 24, "There is time left to move."

    @precondition(lambda self: self.waits)
    @rule()
    def is_put_back_and_taken_again(self) -> None:
        assert self.report is not None
        for act in (handling.take, handling.give_back):
            self.report.refresh_from_db()
            act(operator=self.operator, dispute=self.report.pk, expected=self.report.revision)

    @precondition(lambda self: self.report is not None and not self.waits)
    @rule()
    def is_looked_into_again(self) -> None:
        assert self.report is not None
        self.report.refresh_from_db()
        handling.reopen(
            operator=self.operator, dispute=self.report.pk, expected=self.report.revision
        )
        self.waits = True

    @precondition(lambda self: not self.is_lost)
    @rule()
    def is_held_or_resumed(self) -> None:
        self.game.refresh_from_db()
        act = resume if self.is_held else hold
        act(Ruling(self.operator, self.game.public_id, "We look.", self.game.seq))
        self.is_held = not self.is_held

    @precondition(lambda self: not self.is_lost and not self.is_the_others)
    @rule()
    def goes_away_or_comes_back(self) -> None:
        person = self.game.seats.get(number=self.reporter).user
        assert person is not None
        if self.is_away:
            end_vacation(user=person, pk=self.vacation)
        else:
            days = {"begins_at": timezone.now(), "ends_at": timezone.now() + 365 * DAY}
            self.vacation = Vacation.objects.create(user=person, **days).pk
            set_clocks(person)
        self.is_away = not self.is_away

    @precondition(lambda self: not (self.is_lost or self.is_held or self.is_away))
    @rule()
    def moves(self) -> None:
        mover = seat_to_move(self.game).number
        while self.game.to_move == mover:
            play_any(self.game)
        sweep_at(timezone.now() + HOUR, self.traveller)  # it is final by now
        letter_arrives(seat_to_move(self.game))
        self.is_the_others = not self.is_the_others
        self.left = 72

    @invariant()
    def the_clock_is_as_the_rule_says(self) -> None:
        if not hasattr(self, "game"):
            return
        self.game.refresh_from_db()
        assert sum(given(self.game)) == self.given <= 168
        if self.is_the_others:
            return
        assert (self.game.result is not None) == self.is_lost
        until = timezone.now() + self.left * HOUR if self.runs else None
        assert self.game.deadline == until


@pytest.mark.only_on("postgresql")  # random input
def test_the_rule_holds_for_any_sequence(
    running: Game, olga: User, traveller: time_machine.Traveller, monkeypatch: Any
) -> None:
    monkeypatch.setattr("support.disputes.receipt.REPORTS_A_DAY", 100)
    AnyReport.traveller, AnyReport.games, AnyReport.operator = traveller, [running], olga
    run_state_machine_as_test(
        AnyReport,
        settings=hypothesis.settings(
            max_examples=12,
            stateful_step_count=20,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            deadline=None,
        ),
    )
