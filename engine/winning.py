"""Which moves win the game, at once or by the choices that follow within the same turn."""

from collections.abc import Iterable, Iterator
from enum import Enum

from engine.contract import Game, Position


class Win(Enum):
    """How a move wins."""

    SURELY = "surely"
    """At once, or whatever is chosen in the rest of the turn."""
    BY_CHOICE = "by choice"
    """If the rest of the turn is chosen well."""


def winning_moves(game: Game[Position], position: Position, moves: Iterable[str]) -> dict[str, Win]:
    """Return those of these legal moves that win for the seat to move.

    The moves are such as end an action: what follows them are forced choices, few and soon made.
    Nothing is told by it that the seat cannot know: what a move turns up is nobody's yet.
    """
    wins = ((move, _win(game, game.apply(position, move), position)) for move in moves)
    return {move: win for move, win in wins if win is not None}


def _win(game: Game[Position], after: Position, before: Position) -> Win | None:
    """Return how the seat that was to move before wins, now that the turn has come so far."""
    seat = before.to_move
    outcome = game.outcome(after)
    if outcome is not None:
        return Win.SURELY if outcome.winners == (seat,) else None
    if after.to_move != seat or after.turn != before.turn:
        return None
    return _of_choices(_win(game, game.apply(after, move), after) for move in game.legal(after))


def _of_choices(wins: Iterator[Win | None]) -> Win | None:
    found = set(wins)
    if found == {Win.SURELY}:
        return Win.SURELY
    return Win.BY_CHOICE if found - {None} else None
