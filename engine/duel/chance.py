"""What chance has decided in a game, with what it chose from: for those who redo it."""

from collections.abc import Sequence

from engine.contract import Draw
from engine.duel.board import SPIRAL
from engine.duel.cards import CARDS_OF_LEVEL
from engine.duel.colours import EMPTY, TOKENS_IN_ALL, colour_names
from engine.duel.position import Position
from engine.gems.chance import deck_draws, first_draw
from engine.gems.colours import tokens_listed


def first_draws(position: Position) -> list[Draw]:
    """Return what chance has decided before the first move, given the position then."""
    return [
        first_draw(position.first, len(position.players)),
        *deck_draws(CARDS_OF_LEVEL, position.market, position.decks),
        _laid("board", TOKENS_IN_ALL, SPIRAL, position),
    ]


def draws_between(before: Position, after: Position) -> list[Draw]:
    """Return what chance has decided by one move: how the bag was laid out, if it was."""
    if after.refills == before.refills:
        return []
    empty = [cell for cell in SPIRAL if before.board[cell] == EMPTY]
    return [_laid(f"refill{after.refills}", before.bag, empty, after)]


def _laid(label: str, counts: Sequence[int], cells: Sequence[int], after: Position) -> Draw:
    """Return how so many tokens came to lie along these cells."""
    laid = [after.board[cell] for cell in cells if after.board[cell] != EMPTY]
    tokens = colour_names(tokens_listed(counts))
    return Draw(label, tuple(tokens), tuple(colour_names(laid)), is_shuffle=True)
