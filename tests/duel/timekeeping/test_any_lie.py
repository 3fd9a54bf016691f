"""A player who lies at every step never has more time than an honest one, but for one stated day.

The liar's game goes through the real receipt of mail, reports, letters and sweeps. The honest
player is a model that lives through every hour: mail works, and only holidays, which anybody may
take, stop the clock. Both take the same holidays.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import hypothesis
import pytest
import time_machine
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.db import transaction
from django.test import Client
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
from duel.clocks.history import BOUNCE_LIMIT
from duel.errors import Refused
from duel.models import Game, Vacation
from duel.notices.intents import topic_of
from duel.record.log import read_log
from duel.timekeeping.returned_letters import GIVEN
from duel.timekeeping.vacations import plan_vacation
from mail.mutes import mute, unmute
from mail.reports.suppression import confirm_address
from tests.duel.clocks.ticking import (
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.letter_links import more_address
from tests.duel.replies.mailing import write
from tests.duel.tables import assert_sound, play_any
from tests.duel.timekeeping.test_forged_reports import forge, refuse, turn_letters

HOUR = timedelta(hours=1)
GRACE = 48 * HOUR
EXAMPLES, STEPS = 15, 20
MOST_TURNS = 4
WATCHED = ("forged", "had the day", "lost", "came back", "wrote", "was away", "moved")


class Liar(RuleBasedStateMachine):
    """Ada lies; what she gains over the honest player is counted over the whole game."""

    traveller: time_machine.Traveller
    game: Game
    liar: User
    seen: dict[str, int]
    watched: tuple[str, ...] = WATCHED
    may_refuse = False
    tolerance = GIVEN

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint._from_testcase = True  # type: ignore[attr-defined]
        self.savepoint.__enter__()
        self.traveller.move_to(MONDAY)
        cache.clear()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.now, self.numbers, self.turns = MONDAY, 1, 0
        self.gained = timedelta(0)
        self.begin_turn()

    def begin_turn(self) -> None:
        """Let her turn come, with a letter that leaves at once."""
        while self.runs and seat_to_move(self.game).user != self.liar:
            play_any(self.game)
        self.counted = timedelta(0)
        if self.runs:
            send_letters(self.game)
            self.sweep()

    @property
    def runs(self) -> bool:
        self.game.refresh_from_db()
        return self.game.result is None and read_log(self.game).course.flagged is None

    @property
    def beyond(self) -> timedelta:
        """How much longer than the honest player she makes this turn."""
        return max(timedelta(0), self.counted - GRACE)

    @precondition(lambda self: self.runs)
    @rule(hours=st.sampled_from([1, 6, 11, 13, 24, 30, 47]))
    def time_passes(self, hours: int) -> None:
        for _ in range(hours):
            self.counted += timedelta(0) if self.is_away(self.now) else HOUR
            self.now += HOUR
            self.traveller.move_to(self.now)
            if self.counted >= GRACE:  # near its end each hour is looked at
                self.sweep()
                if not self.runs:
                    return
        self.sweep()

    def is_away(self, moment: datetime) -> bool:
        away = Vacation.objects.filter(user=self.liar, begins_at__lte=moment, ends_at__gt=moment)
        return away.exists()

    def sweep(self) -> None:
        sweep_at(self.now, self.traveller)
        if not self.runs:
            self.seen["lost"] += 1
            assert self.counted >= GRACE, "Nobody loses earlier than an honest player would."
        elif "extend 86400" in kinds(self.game):
            self.seen["had the day"] += 1

    # Lies.

    @precondition(lambda self: self.runs)
    @rule(which=st.integers(0, 3), sends=st.booleans())
    def forges_a_report(self, which: int, sends: bool) -> None:
        letters = turn_letters(self.game)
        if letters:
            self.numbers += 1
            self.traveller.move_to(self.now + self.numbers * timedelta(milliseconds=1))
            forge(letters[-1 - which % len(letters)], number=self.numbers)
            self.seen["forged"] += 1
        if sends:
            send_letters(self.game)

    @precondition(lambda self: self.runs)
    @rule(hours=st.sampled_from([1, 13, 30]))
    def forges_two_reports_and_hides(self, hours: int) -> None:
        confirm_address(self.liar.email)
        self.lets_letters_leave()
        for _ in range(2):
            self.forges_a_report(0, sends=True)
        for each in (24, 23, hours):
            if self.runs:
                self.time_passes(each)

    @precondition(lambda self: not self.runs)
    @rule()
    def nothing_comes_after_the_end(self) -> None:
        before = kinds(self.game)
        sweep_at(self.now, self.traveller)
        assert kinds(self.game) == before

    @precondition(lambda self: self.runs and self.may_refuse)
    @rule()
    def refuses_a_letter(self) -> None:
        if letters := turn_letters(self.game):
            refuse(letters[-1])

    @precondition(lambda self: self.runs)
    @rule()
    def lets_letters_leave(self) -> None:
        send_letters(self.game)

    @precondition(lambda self: self.runs)
    @rule(text=st.sampled_from(["holiday 9999-12-30 to 9999-12-31", "what?", "9999 weeks"]))
    def writes_what_cannot_be_read(self, text: str) -> None:
        write(seat_to_move(self.game), text)
        self.seen["wrote"] += 1

    @precondition(lambda self: self.runs)
    @rule(way=st.sampled_from(["sign-in", "press", "confirm"]))
    def comes_back(self, way: str) -> None:
        """Sign in, press a button, or confirm the address by a letter that came."""
        if way == "sign-in":
            User.objects.filter(pk=self.liar.pk).update(last_login=self.now)
            user_logged_in.send(User, user=User.objects.get(pk=self.liar.pk), request=None)
        elif way == "press":
            Client().post(more_address(self.game, seat_to_move(self.game)), {"act": "mute"})
            unmute(address=self.liar.email, topic=topic_of(self.game))
        else:
            confirm_address(self.liar.email)
        self.seen["came back"] += 1

    @precondition(lambda self: self.runs)
    @rule(is_quiet=st.booleans(), zone=st.sampled_from(["UTC", "Pacific/Kiritimati"]))
    def wants_something_else(self, is_quiet: bool, zone: str) -> None:
        """Mute the game or not, move to another zone: nothing of it moves a clock that runs."""
        (mute if is_quiet else unmute)(address=self.liar.email, topic=topic_of(self.game))
        User.objects.filter(pk=self.liar.pk).update(time_zone=zone)

    @precondition(lambda self: self.runs)
    @rule(days=st.sampled_from([1, 3, 9, 40]))
    def goes_on_holiday(self, days: int) -> None:
        """Anybody may, within what everybody has: the honest player does it as well."""
        try:
            plan_vacation(
                user=self.liar, begins_at=self.now, ends_at=self.now + timedelta(days=days)
            )
        except Refused:
            return
        self.seen["was away"] += 1

    @precondition(lambda self: self.runs and self.turns < MOST_TURNS)
    @rule()
    def moves(self) -> None:
        self.gained += self.beyond
        self.turns += 1
        before = self.game.ply
        while self.runs and self.game.to_move is not None and self.game.ply == before:
            play_any(self.game)
        self.seen["moved"] += 1
        self.begin_turn()

    @invariant()
    def nothing_is_gained_but_what_is_stated(self) -> None:
        if not hasattr(self, "counted"):
            return
        assert_sound(self.game)
        if self.runs:
            assert self.gained + self.beyond <= self.tolerance


class RefusingLiar(Liar):
    """Runs a mail server of her own, which refuses letters at will."""

    may_refuse = True
    tolerance = GIVEN + BOUNCE_LIMIT
    # Refusals that we see ourselves stop the clock instead, so she rarely needs the day.
    watched = tuple(what for what in WATCHED if what != "had the day")


@pytest.mark.only_on("postgresql")  # random input
@pytest.mark.parametrize("machine", [Liar, RefusingLiar])
def test_no_lie_gives_more_time_than_is_stated(
    machine: type[Liar],
    traveller: time_machine.Traveller,
    ada: User,
    bruno: User,
    settings: Callable[..., object],
) -> None:
    settings.UNSEND_SECONDS = 0  # type: ignore[attr-defined]
    game = begin_with(ada, bruno, grace=GRACE // timedelta(seconds=1), late_may_be_claimed=False)
    everybody_has_moved(game)
    machine.traveller, machine.game, machine.liar = traveller, game, ada
    machine.seen = dict.fromkeys(WATCHED, 0)
    run_state_machine_as_test(
        machine,
        settings=hypothesis.settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )
    never = [what for what in machine.watched if not machine.seen[what]]
    assert not never, "The machine has missed what it is for."
