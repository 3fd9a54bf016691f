"""Any sequence of moves, steps, take-backs, offers and waiting, against a slow and obvious model.

The model keeps a whole picture of the game for each moment, and hands others an old one.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from duel.errors import CannotTakeBack, Refused
from duel.models import Game
from duel.play.offers import offer_to_cancel, withdraw_offer
from duel.play.undo import send_now, take_back_turn
from duel.record.finality import game_known_at, game_known_to
from duel.record.log import read_log
from duel.record.read_only_log import log_of
from duel.record.selectors import view_for
from duel.timekeeping.clocks import give_time
from engine.kinds import Channel
from tests.duel.clocks.ticking import MONDAY
from tests.duel.tables import assert_sound, begin, legal_moves, submit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("can_be_taken_back")]

WAIT = 300

ACTS = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 10_000)),
    st.tuples(st.just("quiet"), st.integers(0, 10_000)),
    st.tuples(st.sampled_from(["take back", "send now", "offer", "give"]), st.integers(0, 1)),
    st.tuples(st.just("wait"), st.sampled_from([1, 100, 299, 300, 4000])),
)


@dataclass
class Model:
    """What may be known: a picture of the last final state, and what waits upon it."""

    shown: dict[str, Any]
    now: dict[str, Any]
    whose: int | None = None
    until: float | None = None
    """When it is final, in seconds; None while the turn is under way."""
    turn_revealed: bool = False
    last_turn: tuple[int, int] | None = None
    clock: float = 0.0
    pictures: list[dict[str, Any]] = field(default_factory=list)

    def settle(self) -> None:
        if self.whose is not None and self.until is not None and self.clock >= self.until:
            self.whose = None
        if self.whose is None:
            self.shown = self.now

    def move(self, seat: int, turn: int, *, reveals: bool, goes_on: bool, over: bool) -> None:
        before = self.now
        if self.last_turn != (seat, turn):
            self.last_turn, self.turn_revealed, self.whose = (seat, turn), False, None
            self.shown, is_first = before, True
        else:
            is_first = False
        was_final = not is_first and self.whose is None
        self.turn_revealed = self.turn_revealed or reveals or was_final
        if self.turn_revealed or over:
            self.whose = None
        else:
            self.whose, self.until = seat, None if goes_on else self.clock + WAIT


def picture(game: Game) -> dict[str, Any]:
    """The whole game as it stands, read without anything that is tried here."""
    stored = Game.objects.get(pk=game.pk)
    log = read_log(stored)
    views = [log.course.game.view(log.course.position, seat) for seat in (0, 1, None)]
    return {"ply": stored.ply, "to_move": stored.to_move, "turn": stored.turn, "views": views}


def told(game: Game, seat: int | None) -> dict[str, Any]:
    stored = Game.objects.get(pk=game.pk)
    known = game_known_to(stored, []) if seat is None else game_known_at(stored, seat)
    log = log_of(known)
    assert log.course.ply == known.ply
    assert log.course.position.to_move == known.to_move or known.result
    return {
        "ply": known.ply,
        "to_move": known.to_move,
        "turn": known.turn,
        "view": view_for(known, seat),
    }


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=st.lists(ACTS, min_size=5, max_size=25))
def test_others_know_what_the_model_lets_them(
    acts: list[tuple[str, int]], ada: User, bruno: User
) -> None:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        game = begin(ada, bruno)
        model = Model(shown=picture(game), now=picture(game))
        for act, number in acts:
            game.refresh_from_db()
            if game.to_move is None:
                break
            _do(game, model, act, number)
            if act == "wait":
                traveller.shift(timedelta(seconds=number))
                model.clock += number
            model.settle()
            for seat in (0, 1, None):
                wanted = model.now if seat is not None and seat == model.whose else model.shown
                view = wanted["views"][2 if seat is None else seat]
                expected = {name: wanted[name] for name in ("ply", "to_move", "turn")}
                assert told(game, seat) == {**expected, "view": view}, (act, number, seat)
        assert_sound(game)


def _do(game: Game, model: Model, act: str, number: int) -> None:
    public_id, ply = game.public_id, game.ply
    if act in ("move", "quiet"):
        legal = legal_moves(game)
        quiet = [move for move in legal if move.startswith(("take ", "use ", "discard "))]
        moves = quiet if act == "quiet" and quiet else legal
        _move(game, model, moves[number % len(moves)])
    elif act == "take back":
        try:
            take_back_turn(public_id=public_id, seat=number, expected_ply=ply, channel=Channel.LINK)
        except CannotTakeBack:
            assert model.whose != number
        else:
            assert model.whose == number
            model.whose, model.now, model.last_turn = None, picture(game), None
    elif act == "send now":
        send_now(public_id=public_id, seat=number, expected_ply=ply)
        if model.whose == number and model.until is not None:
            model.until = model.clock
    elif act == "offer":
        try:
            offer_to_cancel(public_id=public_id, seat=number, channel=Channel.LINK)
            withdraw_offer(public_id=public_id, seat=number, terms="cancel", channel=Channel.LINK)
        except Refused:
            pass
    elif act == "give":
        give_time(public_id=public_id, seat=number, hours=1, channel=Channel.LINK)


def _move(game: Game, model: Model, move: str) -> None:
    course = read_log(game).course
    seat, turn = course.position.to_move, course.position.turn
    step = course.game.step(course.position, move)
    submit(game, move)
    after = read_log(game).course.position
    model.move(
        seat,
        turn,
        reveals=step.reveals,
        goes_on=(after.to_move, after.turn) == (seat, turn),
        over=after.to_move is None,
    )
    model.now = picture(game)
