import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from tests.duel.tables import begin, play_any, play_on

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return reverse("duel:game", args=[game.public_id])


def test_anyone_may_watch_a_public_game(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 20)
    page = client.get(address(game))
    assert page.status_code == 200
    assert "Ada – Bruno" in page.content.decode()


def test_a_private_game_is_not_there_for_others(
    client: Client, ada: User, bruno: User, eve: User
) -> None:
    game = begin(ada, bruno)
    assert client.get(address(game)).status_code == 404
    client.force_login(eve)
    assert client.get(address(game)).status_code == 404


def test_a_player_sees_their_table_at_the_lasting_address(
    client: Client, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    client.force_login(ada)
    for _ in range(2):
        answer = client.get(address(game))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert "data-table" in answer.content.decode()
        play_any(game)


def test_a_spectator_learns_no_hidden_card(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_any(game, lambda moves: next(move for move in moves if move.endswith("deck3")))
    page = client.get(address(game)).content.decode()
    assert "a hidden card of level 3" in page
