"""Whole games of Splendor: by links of letters, with a seat that leaves, and by replies."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, Status
from duel.record.export import export_game
from engine.verify import verify
from tests.duel.games.splendor.games import ID, MODULES
from tests.duel.letter_links import more_address, move_address, mover
from tests.duel.letters.outbox import mover as player_to_move
from tests.duel.letters.outbox import read
from tests.duel.replies.mailing import answers, numbered, write
from tests.duel.tables import assert_sound, hasty_moves
from tests.duel.toy.table import begin_of_three as begin_of_several

pytestmark = pytest.mark.words


@pytest.fixture(autouse=True)
def letters_leave_at_once(settings: Any) -> None:
    settings.UNSEND_SECONDS = 0


def shows_an_id(letter: str) -> bool:
    """Whether an id stands in the words; in the links chance may put anything."""
    return ID.search(re.sub(r"https?://\S+", "", letter)) is not None


def press_in_letter(client: Client, game: Game, move: str) -> None:
    """Press the link that the letter of this turn has for the move; the rest of it on the page."""
    letter = read(game, player_to_move(game)).text
    assert not shows_an_id(letter)
    address = move_address(game, move)
    assert address in letter, f"{move} is not in the letter."
    assert client.post(address).status_code == 302


def play_by_links(client: Client, game: Game, moves: list[str]) -> None:
    """Play these moves, each whole turn from its letter."""
    turn = 0
    for move in moves:
        game.refresh_from_db()
        if game.to_move is None:
            return
        if game.turn != turn:
            turn = game.turn
            press_in_letter(client, game, move)
        elif move in numbered(game, mover(game)):
            client.post(move_address(game, move))


def assert_proved(game: Game) -> None:
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert_sound(game)
    assert verify(export_game(game)).problems == ()


def test_four_play_to_the_end_by_links_with_both_modules(
    client: Client, ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = begin_of_several(
        ada, bruno, olga, eve, game="splendor", seats=4, options=frozenset(MODULES)
    )
    play_by_links(client, game, hasty_moves(game))
    assert_proved(game)
    assert game.result is not None
    assert game.result["by"] == ["city"]
    for player in (ada, bruno, olga, eve):
        last = read(game, player, "game-over").text
        assert re.search(r"Places: 1\. ", last)
        assert not shows_an_id(last)


def test_three_play_and_two_play_on_when_one_leaves(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    game = begin_of_several(ada, bruno, olga, game="splendor", seats=3)
    play_by_links(client, game, hasty_moves(game)[:18])
    leaving = mover(game)
    client.post(more_address(game, leaving), {"act": "resign", "sure": "yes"})
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert game.to_move != leaving.number
    assert "has left the game." in read(game, player_to_move(game)).text
    play_by_links(client, game, hasty_moves(game))
    assert_proved(game)
    assert game.result is not None
    assert game.result["by"] == ["points"]
    assert leaving.number not in game.result["winners"]


def test_two_play_to_the_end_by_replies(ada: User, bruno: User) -> None:
    game = begin_of_several(ada, bruno, game="splendor", seats=2)
    for count, move in enumerate(hasty_moves(game)):
        seat = mover(game)
        number = numbered(game, seat).index(move) + 1
        mail = write(seat, move if count % 2 else f"#{number}")
        assert mail.outcome in ("played", "asked"), (move, mail.outcome, mail.reading)
        answers(seat)
        game.refresh_from_db()
        if game.to_move is None:
            break
    assert_proved(game)
