"""A turn that can still be taken back stands in no answer to anybody but its player."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.duel.api.calls import Caller, answers, signed_in, with_key
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import begin, legal_moves, make_final, play_on
from tests.duel.unsent_turn import NOTE, Table

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def table(ada: User, bruno: User, can_be_taken_back: None) -> Table:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    make_final(game)
    return Table(game, mover(game), waiting(game))


def _readers(table: Table, eve: User) -> list[Caller]:
    stranger = Client()
    stranger.force_login(eve)
    return [signed_in(table.other), with_key(table.other), Caller(stranger), Caller()]


def _answers_to_all(table: Table, eve: User) -> list[Any]:
    return [dict(answers(reader, table.game)) for reader in _readers(table, eve)]


@pytest.mark.parametrize("act", ["play_a_turn", "begin_a_turn"])
def test_a_turn_that_can_be_taken_back_is_hidden_from_all_others(
    act: str, table: Table, eve: User
) -> None:
    while act == "begin_a_turn" and not any(m.startswith("use ") for m in legal_moves(table.game)):
        play_on(table.game, 1)
        make_final(table.game)
        table = Table(table.game, mover(table.game), waiting(table.game))
    before = _answers_to_all(table, eve)
    getattr(table, act)()
    assert _answers_to_all(table, eve) == before
    own = with_key(table.mover).table(table.game)
    assert own["ply"] == before_ply(before) + 1
    table.take_back()
    after = _answers_to_all(table, eve)
    assert after != before, "That something was taken back is told."
    assert NOTE.encode() not in b"".join(c for shown in after for c in shown.values())


def before_ply(before: list[Any]) -> int:
    return int(json.loads(before[-1]["look"])["ply"])
