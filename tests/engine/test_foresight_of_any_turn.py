"""Whatever turn is looked at ahead of time can be shown, and shows nothing that is not known."""

import random
from typing import Any

import pytest

from engine.contract import Game
from engine.games import find_game

TABLES: list[tuple[str, int, tuple[str, ...]]] = [
    ("duel", 2, ()),
    ("splendor", 2, ()),
    ("splendor", 4, ("cities", "posts")),
]


def cards_in(view: dict[str, Any]) -> set[str]:
    """Return the cards that lie in the market of a view."""
    return {card for row in view["market"].values() for card in row if card}


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_every_move_can_be_foreseen_to_the_end_of_its_turn(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    game: Game[Any] = find_game(name)
    chance = random.Random(name)
    for _ in range(4):
        position = game.new(chance.randbytes(32), seats=seats, options=options)
        while position.to_move is not None and position.turn < 60:
            known = cards_in(game.view(position, position.to_move))
            legal = game.legal(position)
            for move in chance.sample(legal, min(3, len(legal))):
                ahead = game.foresee(position)
                ahead.play(move)
                assert cards_in(ahead.view()) <= known
                for follows in ahead.legal():
                    assert "unknown" not in follows
            game.play(position, chance.choice(legal))
