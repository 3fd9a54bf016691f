"""In any game against a bot, even if its process dies, the promises hold.

Through the real services, letters and sweeps, against a model that only knows who has moved when: a
bot moves once for each turn that is final and never before, at most one letter brings its answer,
and none does to who moves on. Its process is away, or killed, for as long as chance will have it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import hypothesis
import pytest
import time_machine
from django.db import transaction
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
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.bots import playing, search, sweeps
from duel.errors import CannotTakeBack, NeedNotAsk, Stale
from duel.models import Game, LogEntry
from duel.play.undo import ask_for_undo, send_now, take_back_turn
from duel.record.finality import game_known_to
from duel.timekeeping.sweeps import sweep_clocks
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.bots.bot_games import with_bots
from tests.duel.clocks.ticking import MONDAY, send_letters
from tests.duel.tables import assert_sound, legal_moves, submit
from tests.fixtures.lasting import draw_secrets_by

EXAMPLES, STEPS = 30, 40
UNTIL_FINAL = timedelta(seconds=10)
LETTER_WAITS = timedelta(minutes=10)
PERSON, BOT = 0, 1


class Killed(BaseException):
    """The process that plays for bots is gone."""


@dataclass
class SlowEvening:
    """What an onlooker who sees all would write down."""

    turns: list[int] = field(default_factory=list)
    """Whose turns stand, first to last."""
    final_at: datetime | None = None
    """When the last turn of the person is final."""
    brought_at: datetime | None = None
    """Since when the bot's last turn waits for an answer."""
    letters: int = 1
    """So many letters have brought turns: the first one came before the evening."""
    told: bool = True
    """Whether a letter has brought the present turn."""


class AnyEvening(RuleBasedStateMachine):
    """One person, one bot, and time."""

    ada: User
    traveller: time_machine.Traveller

    @initialize(shuffle=st.integers(0, 9))
    def begin(self, shuffle: int) -> None:
        """Begin a game that goes the same way whenever the same is done."""
        self.patch = pytest.MonkeyPatch()
        draw_secrets_by(f"evening {shuffle}", self.patch)
        self.patch.setattr(playing, "chance_of", lambda log, seat: b"%d" % log.course.ply)
        self.rollback = transaction.atomic()
        self.rollback.__enter__()
        self.traveller.move_to(MONDAY)
        sweeps._aside.clear()
        self.game: Game = with_bots(self.ada)
        send_letters(self.game)
        self.traveller.shift(1)
        self.model = SlowEvening()

    def teardown(self) -> None:
        self.patch.undo()
        transaction.set_rollback(True)
        self.rollback.__exit__(None, None, None)

    @property
    def to_move(self) -> int | None:
        self.game.refresh_from_db()
        return self.game.to_move

    @property
    def bot_may_move(self) -> bool:
        until = self.model.final_at
        return self.to_move == BOT and until is not None and timezone.now() >= until

    def entries_of_bot(self) -> int:
        return LogEntry.objects.filter(game=self.game, channel=Channel.BOT, kind="move").count()

    @precondition(lambda self: self.to_move == PERSON)
    @rule(choice=st.integers(0, 10**6))
    def person_moves(self, choice: int) -> None:
        moves = legal_moves(self.game)
        submit(self.game, moves[choice % len(moves)])
        self.note_person()

    @precondition(lambda self: self.to_move == PERSON)
    @rule()
    def person_takes_quietly(self) -> None:
        moves = legal_moves(self.game)
        submit(self.game, next((m for m in moves if m.startswith("take ")), moves[0]))
        self.note_person()

    def note_person(self) -> None:
        model = self.model
        if self.to_move == BOT:
            waits = self.game.unsent_seat == PERSON
            model.final_at = timezone.now() + (UNTIL_FINAL if waits else timedelta(0))
            model.turns.append(PERSON)
        model.brought_at, model.told = None, True

    @precondition(lambda self: self.to_move == BOT)
    @rule()
    def person_takes_back(self) -> None:
        may = not self.bot_may_move
        try:
            take_back_turn(
                public_id=self.game.public_id,
                seat=PERSON,
                expected_ply=self.game.ply,
                channel=Channel.WEB,
            )
        except CannotTakeBack:
            assert not may
        else:
            assert may
            self.model.turns.pop()
            self.model.final_at = None

    @precondition(lambda self: self.to_move in (PERSON, BOT) and self.model.turns)
    @rule()
    def person_asks_to_take_back(self) -> None:
        before = self.game.ply
        try:
            ask_for_undo(
                public_id=self.game.public_id,
                seat=PERSON,
                expected_ply=before,
                channel=Channel.WEB,
            )
        except (CannotTakeBack, NeedNotAsk, Stale):
            assert Game.objects.get(pk=self.game.pk).ply == before
        else:
            assert self.to_move == PERSON
            model = self.model
            while model.turns and model.turns.pop() != PERSON:
                pass
            model.final_at, model.brought_at, model.told = None, timezone.now(), False

    @precondition(lambda self: self.to_move == BOT)
    @rule()
    def person_sends_it_now(self) -> None:
        send_now(public_id=self.game.public_id, seat=PERSON, expected_ply=self.game.ply)
        assert self.model.final_at is not None
        self.model.final_at = min(self.model.final_at, timezone.now())

    @rule(seconds=st.sampled_from([1, 4, 9, 10, 60, 300, 599, 600]))
    def time_passes(self, seconds: int) -> None:
        self.traveller.shift(seconds)

    @rule(is_called=st.booleans())
    def the_process_for_bots_runs(self, is_called: bool) -> None:
        may, before = self.bot_may_move, self.entries_of_bot()
        if is_called:
            sweeps.process_game(self.game.pk)
        else:
            sweeps.sweep_bots()
        self.note_bot(may=may, before=before)

    @precondition(lambda self: self.bot_may_move)
    @rule(after=st.integers(0, 2))
    def the_process_for_bots_is_killed(self, after: int) -> None:
        """In the middle of a turn, or before it: the next one goes on from there."""
        before, left = self.entries_of_bot(), after
        choose = playing.choose

        def die_soon(*args: object) -> str:
            nonlocal left
            if not left:
                raise Killed
            left -= 1
            return choose(*args)  # type: ignore[arg-type]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(playing, "choose", die_soon)
            try:
                sweeps.process_game(self.game.pk)
            except Killed:
                assert self.entries_of_bot() == before + after
        if self.to_move != BOT:
            self.note_bot(may=True, before=before)

    @rule()
    def the_search_is_killed(self) -> None:
        search.stop()

    def note_bot(self, *, may: bool, before: int) -> None:
        made = self.entries_of_bot() - before
        assert (made > 0) == may
        if may:
            assert self.to_move != BOT
            self.model.turns.append(BOT)
            self.model.final_at, self.model.brought_at = None, timezone.now()
            self.model.told = False

    @precondition(lambda self: self.to_move == PERSON)
    @rule()
    def an_answer_comes(self) -> None:
        """What most evenings are made of: alone, the steps of it rarely follow each other."""
        self.person_takes_quietly()
        if self.to_move == BOT:
            self.person_sends_it_now()
            self.the_process_for_bots_runs(is_called=True)

    @rule()
    def letters_leave(self) -> None:
        model = self.model
        send_letters(self.game)
        since = model.brought_at
        if not model.told and since is not None and timezone.now() >= since + LETTER_WAITS:
            model.told = True
            if self.game.to_move == PERSON:
                model.letters += 1

    @rule()
    def a_letter_is_waited_for(self) -> None:
        self.time_passes(seconds=600)
        self.letters_leave()

    @rule()
    def clocks_are_swept(self) -> None:
        sweep_clocks()

    @invariant()
    def nobody_else_sees_what_can_be_taken_back(self) -> None:
        self.game.refresh_from_db()
        if self.game.to_move == BOT and not self.bot_may_move:
            assert game_known_to(self.game, [BOT]).ply < self.game.ply
        else:
            assert self.game.unsent_seat in (None, PERSON)

    @invariant()
    def one_letter_at_most_brings_each_answer(self) -> None:
        sent = Letter.objects.filter(kind="your-turn", status="sent")
        assert sent.count() == self.model.letters
        assert not Letter.objects.exclude(to=self.ada.email).exists()

    @invariant()
    def no_clock_runs_for_the_bot(self) -> None:
        if self.game.to_move == BOT:
            assert self.game.deadline is None
        clocks = LogEntry.objects.filter(game=self.game, kind__in=["clock", "flag"])
        assert not clocks.filter(seat=BOT).exists()

    @invariant()
    def the_record_is_sound(self) -> None:
        assert_sound(self.game)


@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_whatever_happens_in_an_evening_with_a_bot(
    ada: User, settings: Settings, traveller: time_machine.Traveller
) -> None:
    settings.UNSEND_SECONDS = 300
    machine = type("Machine", (AnyEvening,), {"ada": ada, "traveller": traveller})
    run_state_machine_as_test(
        machine,
        settings=hypothesis.settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
