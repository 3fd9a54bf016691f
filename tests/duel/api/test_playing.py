"""A game played through the API: looking, looking ahead, playing, taking back, letting go."""

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin, legal_moves

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def test_whoever_is_to_move_is_given_every_legal_move(game: Game) -> None:
    table = signed_in(mover(game)).table(game)
    assert table["seat"] == table["to_move"] == game.to_move
    assert sorted(choice["move"] for choice in table["turn"]["choices"]) == legal_moves(game)
    assert table["turn"]["steps"] == []
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bruno"]


def test_a_caller_is_told_which_seat_is_theirs(game: Game, eve: User) -> None:
    Game.objects.filter(pk=game.pk).update(is_public=True)
    for seat in game.seats.all():
        own = [each["number"] for each in with_key(seat).table(game)["seats"] if each["is_you"]]
        assert own == [seat.number]
    client = Client()
    client.force_login(eve)
    assert not any(each["is_you"] for each in Caller(client).table(game)["seats"])


def test_the_other_player_is_given_none(game: Game) -> None:
    table = with_key(waiting(game)).table(game)
    assert table["turn"] is None
    assert table["seat"] == waiting(game).number


def test_a_turn_is_played_once_however_often_it_is_sent(game: Game) -> None:
    caller, move = with_key(mover(game)), a_quiet_move(game)
    sent = {"ply": game.ply, "moves": [move]}
    for _ in range(2):
        answer = caller.post(f"games/{game.public_id}/moves", sent)
        assert answer.status_code == 200, answer.content
        assert answer.json()["ply"] == 1
    assert game.entries.filter(kind="move").count() == 1


def test_another_move_for_the_same_ply_is_stale_and_told_what_happened(game: Game) -> None:
    caller = with_key(mover(game))
    first, second = [move for move in legal_moves(game) if move.startswith("take ")][:2]
    sent = {"ply": 0, "moves": [first]}
    caller.post(f"games/{game.public_id}/moves", sent)
    answer = caller.post(f"games/{game.public_id}/moves", {"ply": 0, "moves": [second]})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["story"]
