"""Bots read no notes: where nobody else does, none is asked for."""

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game
from tests.duel.bots.bot_games import with_bots
from tests.duel.letter_links import board_address, more_address, move_address, mover
from tests.duel.tables import begin

pytestmark = pytest.mark.words

FIELD = 'name="note"'


def pages(game: Game) -> dict[str, str]:
    """The pages on which the player to move can write a note."""
    seat = mover(game)
    addresses = {
        "table": board_address(game, seat),
        "move": move_address(game),
        "more": more_address(game, seat),
    }
    return {name: Client().get(path).content.decode() for name, path in addresses.items()}


@pytest.mark.parametrize("page", ["table", "move", "more"])
def test_no_note_is_asked_for_where_only_bots_play(ada: User, page: str) -> None:
    assert FIELD not in pages(with_bots(ada))[page]


@pytest.mark.parametrize("page", ["table", "move", "more"])
def test_a_note_is_asked_for_where_a_person_plays(ada: User, bruno: User, page: str) -> None:
    assert FIELD in pages(begin(ada, bruno))[page]
