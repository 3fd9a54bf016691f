"""Perft: the number of move sequences of a length, the classical test of a move generator."""

from typing import Any

from engine.contract import Game
from engine.errors import EngineError

DEEPEST = 100


class TooMuch(EngineError):
    """More work than one request may cause."""


def perft(game: Game[Any], position: Any, depth: int, *, at_most: int | None = None) -> int:
    """The number of sequences of `depth` legal moves that begin in `position`.

    A game that ends earlier adds nothing. Raises TooMuch for a depth that is out of range, and
    as soon as the moves of more than `at_most` positions would have to be listed.
    """
    if not 0 <= depth <= DEEPEST:
        raise TooMuch(f"The depth must be between 0 and {DEEPEST}.")
    listed = 0

    def count(position: Any, depth: int) -> int:
        nonlocal listed
        if depth == 0:
            return 1
        if listed == at_most:
            raise TooMuch(f"More than {at_most} positions would have to be looked at.")
        listed += 1
        moves = game.legal(position)
        if depth == 1:
            return len(moves)
        return sum(count(game.apply(position, move), depth - 1) for move in moves)

    return count(position, depth)
