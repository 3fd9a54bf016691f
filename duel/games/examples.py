"""A game of each kind in its middle, by a fixed shuffle, for newcomers' pages; nobody plays it."""

from functools import cache
from typing import Any

from duel.games.base import Sheet, View
from duel.games.registry import PRESENTATIONS
from engine.games import find_game

PLAYERS = ("Ada", "Bruno", "Clara", "Dario")
"""Who plays the examples, by seat; the reader of the sheet is the first."""

_SHUFFLE = bytes(range(32))


@cache
def _position(name: str, rules: int) -> Any:
    game, example = find_game(name, rules), PRESENTATIONS[name, rules].example
    position = game.new(_SHUFFLE, seats=example.seats, options=example.options)
    for move in example.moves:
        game.play(position, move)
    return position


def example_names(name: str, rules: int = 1) -> tuple[str, ...]:
    """Return who plays the example of this game."""
    return PLAYERS[: PRESENTATIONS[name, rules].example.seats]


def example_view(name: str, rules: int = 1, *, seat: int | None = None) -> View:
    """Return the example of this game as that seat (None: a spectator) sees it."""
    return find_game(name, rules).view(_position(name, rules), seat)


def example_sheet(name: str, rules: int = 1) -> Sheet:
    """Return the example as a letter to the player in the first seat, who is to move, tells it."""
    game, position = find_game(name, rules), _position(name, rules)
    return PRESENTATIONS[name, rules].sheet(
        game.view(position, 0), game.legal(position), 0, example_names(name, rules)
    )
