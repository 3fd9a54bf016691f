"""Players and operators act in any order: the record holds, and the mover has a letter."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.errors import Refused
from duel.integrity.replay import load_games, problems_of
from duel.models import Game, Notice
from duel.models.game import TURN_KINDS
from duel.play.undo import take_back_turn
from duel.record.log import read_log
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import builder_of
from support.decisions import decide, fitting_acts, revoke
from support.models import Act, Decision
from tests.duel.clocks.ticking import HOUR, MONDAY, begin_with, send_letters, sweep_at
from tests.duel.tables import assert_sound, legal_moves, play_any
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import Sample, needs

STEPS = 20

_ABOUT_THE_RESULT = frozenset(
    {Act.AWARD, Act.VOID, Act.CANCEL, Act.RESIGN, Act.TIMEOUT, Act.REOPEN, Act.ROLLBACK, Act.PROXY}
)


@pytest.mark.parametrize("seed", [101, 116, 3, 5, 22, 31])
def test_the_record_holds_and_the_mover_alone_has_the_turn(
    seed: int, ada: User, bruno: User, olga: User, eve: User
) -> None:
    chance = random.Random(seed)
    results: dict[int, Any] = {}  # how the game had ended, or had not, before each decision
    with time_machine.travel(MONDAY, tick=False) as traveller:
        game = begin_with(ada, bruno, grace=86400)
        steps: list[Callable[[], Any]] = [
            lambda: play_any(game, choose=chance.choice),
            lambda: play_any(game, choose=chance.choice),
            lambda: take_back(game),
            lambda: decide_anything(game, chance, olga, [ada, bruno, eve], results),
            lambda: decide_anything(game, chance, olga, [ada, bruno, eve], results),
            lambda: revoke_anything(game, chance, olga, results),
            lambda: send_letters(game),
            lambda: sweep_at(timezone.now() + chance.choice([1, 5, 30]) * HOUR, traveller),
        ]
        for _ in range(STEPS):
            step = chance.choice(steps)
            game.refresh_from_db()
            if game.to_move is None and step in steps[:3]:
                continue
            with suppress(Refused):  # nothing was written then, which is what is looked at
                step()
            assert_sound(game)
            (stored,) = load_games([game.pk])
            assert problems_of(stored) == []
            assert_the_mover_has_the_turn(game)


def take_back(game: Game) -> None:
    """Take the last turn back, if its player still can."""
    assert game.to_move is not None
    seat = 1 - game.to_move
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)


def decide_anything(
    game: Game,
    chance: random.Random,
    operator: User,
    people: list[User],
    results: dict[int, Any],
) -> Decision | None:
    """One of the decisions that fit, with all that it needs."""
    log = read_log(game)
    if not (acts := fitting_acts(log)):
        return None
    act, seat = chance.choice(acts), chance.randrange(2)
    sample = Sample(
        seat,
        ply=lambda: chance.randrange(log.course.ply),
        move=lambda: chance.choice(legal_moves(game)),
        newcomer=lambda: chance.choice(people),
    )
    stands = game.result
    made = decide(act, ruling(operator, game), **needs(act, sample))
    results[made.pk] = stands
    return made


def revoke_anything(
    game: Game, chance: random.Random, operator: User, results: dict[int, Any]
) -> None:
    """Take one of the last decisions back."""
    if made := list(game.decisions.order_by("-seq")[:3]):
        chosen, stands = chance.choice(made), game.result
        back = revoke(ruling(operator, game), decision=chosen)
        game.refresh_from_db()
        results[back.pk] = stands
        if chosen.act in _ABOUT_THE_RESULT:
            assert game.result == results[chosen.pk], "It stands as before what was taken back."


def assert_the_mover_has_the_turn(game: Game) -> None:
    """One letter brings it, sent or waiting, to nobody else; none does in a game that is over."""
    game.refresh_from_db()
    about = Letter.objects.filter(topic=f"game:{game.public_id}", kind__in=TURN_KINDS)
    waiting = [
        letter.to
        for letter in about.filter(status=Letter.Status.WAITING)
        if builder_of(letter.kind)(letter.data) is not None
    ]
    if game.to_move is None:
        assert waiting == []
        return
    mover = game.seats.get(number=game.to_move).user
    assert mover is not None
    notices = Notice.objects.filter(game=game, seat=game.to_move, ply=game.ply, kind__in=TURN_KINDS)
    sent = about.filter(key__in=notices.values("key"), status=Letter.Status.SENT, to=mover.email)
    assert waiting == [mover.email] or (waiting == [] and sent.exists())
