"""Whatever happens in whatever order, standing orders keep their promises.

Through the real services, letters and sweeps, against a model that only knows what was written and
who has moved: nothing is played before the turn is final, at most one order a turn and only the
first that is legal, nothing after deletion; and whatever gets in between, it is played in the end.
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
from duel.errors import CannotTakeBack
from duel.models import Game, Seat, StandingOrder
from duel.play.order_turns import sweep_orders, try_orders
from duel.play.orders import delete_orders, orders_of, plies_by_order, write_orders
from duel.play.undo import send_now, take_back_turn
from duel.record.log import read_log
from engine.duel.facts import CELL_NAMES
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute, unmute
from mail.registry import builder_of
from tests.duel.clocks.ticking import MONDAY, send_letters
from tests.duel.tables import assert_sound, begin, legal_moves, submit

EXAMPLES, STEPS = 15, 30
UNTIL_FINAL = timedelta(minutes=5)
MOST_TURNS = 12
"""For so many turns there are single tokens to take, and nobody has too many."""

seats = st.integers(0, 1)
lists = st.lists(st.sampled_from([f"take {cell}" for cell in CELL_NAMES]), min_size=1, max_size=4)


@dataclass
class Moved:
    """A turn that stands: whose it is, what was played, when, and whether by an order."""

    seat: int
    text: str
    at: datetime
    by_order: bool


@dataclass
class SlowTable:
    """What an onlooker who sees all would write down."""

    first: int
    stands: list[Moved] = field(default_factory=list)
    sent: bool = False
    lists: dict[int, list[str]] = field(default_factory=dict)
    knew: dict[int, list[Moved]] = field(default_factory=dict)
    """What each seat could see when it wrote its list."""

    @property
    def mover(self) -> int:
        return 1 - self.stands[-1].seat if self.stands else self.first

    @property
    def is_final(self) -> bool:
        if not self.stands or self.sent:
            return True
        return timezone.now() >= self.stands[-1].at + UNTIL_FINAL

    def seen_by(self, seat: int) -> list[Moved]:
        hides = not self.is_final and self.stands[-1].seat != seat
        return self.stands[:-1] if hides else list(self.stands)

    def list_for_this_turn(self) -> list[str]:
        """The list of the player to move, if the turn came after it was written."""
        last = self.stands[-1] if self.stands else None
        if last is None or self.mover not in self.lists:
            return []
        is_news = all(last is not known for known in self.knew[self.mover])
        return self.lists[self.mover] if is_news else []

    def move(self, text: str, *, by_order: bool) -> None:
        if self.list_for_this_turn():
            del self.lists[self.mover]
        self.stands.append(Moved(self.mover, text, timezone.now(), by_order))
        self.sent = False


class AnyOrders(RuleBasedStateMachine):
    """One game, lived through by the service and by the model."""

    traveller: time_machine.Traveller
    game: Game
    played = 0
    """How many orders were played in all examples."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.traveller.move_to(MONDAY)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.game.refresh_from_db()
        assert self.game.to_move is not None
        self.model = SlowTable(self.game.to_move)

    def can_go_on(self) -> bool:
        return len(self.model.stands) < MOST_TURNS

    def seat(self, number: int) -> Seat:
        return Seat.objects.select_related("game", "user").get(game=self.game, number=number)

    def look(self, *, must: bool) -> None:
        """Write down what was played by an order meanwhile, if it was right to play it.

        With `must`, whatever was to be played has to be.
        """
        self.game.refresh_from_db()
        waits = self.model.list_for_this_turn() if self.model.is_final else []
        stood = len(self.model.stands)
        log = read_log(self.game)
        news = log.course.standing_moves()[stood:]
        assert len(news) <= 1
        if not news:
            legal = legal_moves(self.game)
            possible = [text for text in waits if text in legal]
            assert not (must and possible), "It was to be played."
            if waits and not possible and not orders_of(self.seat(self.model.mover)):
                del self.model.lists[self.model.mover]
            elif must:
                assert not waits
            return
        before = log.course.game.legal(log.course.position_at(news[0].ply - 1))
        first = next((text for text in waits if text in before), None)
        assert (news[0].seat, news[0].text) == (self.model.mover, first)
        assert news[0].ply in plies_by_order([self.seat(self.model.mover)])
        self.model.move(news[0].text, by_order=True)
        AnyOrders.played += 1

    # Players.

    @rule(seat=seats, texts=lists)
    def writes(self, seat: int, texts: list[str]) -> None:
        write_orders(seat=self.seat(seat), texts=texts, language="en", channel=Channel.MAIL)
        self.model.lists[seat] = texts
        self.model.knew[seat] = self.model.seen_by(seat)

    @rule(seat=seats)
    def deletes(self, seat: int) -> None:
        delete_orders(seat=self.seat(seat))
        self.model.lists.pop(seat, None)

    @precondition(can_go_on)
    @rule(seconds=st.sampled_from([0, 1, 301, 1000]))
    def moves(self, seconds: int) -> None:
        takes = [move for move in legal_moves(self.game) if move.startswith("take ")]
        move = min(takes, key=len)
        submit(self.game, move)
        self.model.move(move, by_order=False)
        self.time_passes(seconds)

    @precondition(can_go_on)
    @rule(texts=lists, seconds=st.sampled_from([1, 301]))
    def writes_and_the_other_moves(self, texts: list[str], seconds: int) -> None:
        self.writes(1 - self.model.mover, texts)
        self.moves(seconds)

    @precondition(lambda self: self.model.stands and not self.model.is_final)
    @rule()
    def takes_back(self) -> None:
        mine = self.model.stands[-1].seat
        public_id, ply = self.game.public_id, self.game.ply
        try:
            take_back_turn(public_id=public_id, seat=mine, expected_ply=ply, channel=Channel.WEB)
        except CannotTakeBack:  # the letter is just being built
            return
        self.model.stands.pop()
        self.model.sent = True  # what was final stays so
        self.game.refresh_from_db()

    @precondition(lambda self: self.model.stands and not self.model.is_final)
    @rule()
    def sends_it_now(self) -> None:
        mine = self.model.stands[-1].seat
        send_now(public_id=self.game.public_id, seat=mine, expected_ply=self.game.ply)
        self.model.sent = True

    @rule(seat=seats, wants_letters=st.booleans())
    def mutes_or_unmutes(self, seat: int, wants_letters: bool) -> None:
        user = self.seat(seat).user
        assert user is not None
        act = unmute if wants_letters else mute
        act(address=user.email, topic=f"game:{self.game.public_id}")

    # The service.

    @rule(seconds=st.sampled_from([1, 150, 301, 1000]))
    def time_passes(self, seconds: int) -> None:
        self.traveller.shift(seconds)

    @precondition(can_go_on)
    @rule()
    def letters_leave(self) -> None:
        send_letters(self.game)
        self.look(must=False)

    @precondition(can_go_on)
    @rule()
    def the_sweep_comes(self) -> None:
        sweep_orders()
        self.look(must=False)

    @precondition(can_go_on)
    @rule()
    def all_that_is_due_is_done(self) -> None:
        send_letters(self.game)
        sweep_orders()
        self.look(must=True)

    @precondition(can_go_on)
    @rule()
    def a_worker_is_killed_when_the_letter_is_built(self) -> None:
        due = Letter.objects.filter(status="waiting", next_attempt_at__lte=timezone.now())
        for letter in due.filter(topic=f"game:{self.game.public_id}"):
            builder_of(letter.kind)(letter.data)
        self.look(must=False)

    @precondition(can_go_on)
    @rule(seat=seats)
    def somebody_tries_them_at_any_time(self, seat: int) -> None:
        try_orders(public_id=self.game.public_id, seat=seat)
        self.look(must=False)

    @rule(seat=seats)
    def a_worker_is_killed_before_it_has_written(self, seat: int) -> None:
        with transaction.atomic():
            try_orders(public_id=self.game.public_id, seat=seat)
            transaction.set_rollback(True)

    @invariant()
    def both_tell_the_same(self) -> None:
        if not hasattr(self, "model"):
            return
        log = read_log(Game.objects.get(pk=self.game.pk))
        stands = [(move.seat, move.text) for move in log.course.standing_moves()]
        assert stands == [(moved.seat, moved.text) for moved in self.model.stands]
        for seat in (0, 1):
            kept = [order.text for order in orders_of(self.seat(seat))]
            assert kept == self.model.lists.get(seat, [])
        assert_sound(self.game)


@pytest.mark.only_on("postgresql")  # random input
def test_standing_orders_keep_their_promises(
    traveller: time_machine.Traveller, ada: User, bruno: User, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = int(UNTIL_FINAL.total_seconds())
    AnyOrders.traveller, AnyOrders.game = traveller, begin(ada, bruno)
    run_state_machine_as_test(
        AnyOrders,
        settings=hypothesis.settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # to look for a shorter example would take very long
        ),
    )
    assert AnyOrders.played, "No order was ever played."
    assert not StandingOrder.objects.exists()
