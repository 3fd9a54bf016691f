"""The list of all legal moves."""

from engine.splendor.buying import legal_buys
from engine.splendor.choices import legal_discards, legal_nobles, legal_posts, must_pass
from engine.splendor.position import ACTION, DISCARD, EXTRA, KEEP, NOBLE, POST, Position
from engine.splendor.reserving import legal_keeps, legal_reserves
from engine.splendor.taking import legal_extras, legal_takes


def _actions(position: Position) -> list[str]:
    # The kinds in the order of their words, so that the whole list is sorted.
    moves = legal_buys(position)
    moves += legal_reserves(position)
    moves += legal_takes(position)
    if not moves and must_pass(position):
        return ["pass"]
    return moves


_BY_PHASE = {
    ACTION: _actions,
    EXTRA: legal_extras,
    KEEP: legal_keeps,
    DISCARD: legal_discards,
    NOBLE: legal_nobles,
    POST: legal_posts,
}


def legal_moves(position: Position) -> list[str]:
    """Return every legal move as canonical text, sorted; empty only when the game is over."""
    moves = _BY_PHASE.get(position.phase)
    return moves(position) if moves else []
