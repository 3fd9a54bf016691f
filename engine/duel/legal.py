"""The list of all legal moves."""

from engine.duel.buying import legal_buys
from engine.duel.choices import legal_discards, legal_royals, legal_steals, legal_tokens
from engine.duel.position import ACTION, DISCARD, ROYAL, START, STEAL, TOKEN, Position
from engine.duel.reserving import legal_reserves
from engine.duel.taking import legal_takes, legal_uses


def _start(position: Position) -> list[str]:
    # The kinds in the order of their words, so that the whole list is sorted.
    moves = legal_buys(position)
    if any(position.bag):
        moves.append("replenish")
    moves += legal_reserves(position)
    moves += legal_takes(position)
    moves += legal_uses(position)
    return moves


def _action(position: Position) -> list[str]:
    return legal_buys(position) + legal_reserves(position) + legal_takes(position)


_BY_PHASE = {
    START: _start,
    ACTION: _action,
    TOKEN: legal_tokens,
    STEAL: legal_steals,
    ROYAL: legal_royals,
    DISCARD: legal_discards,
}


def legal_moves(position: Position) -> list[str]:
    """Return every legal move as canonical text, sorted; empty only when the game is over."""
    moves = _BY_PHASE.get(position.phase)
    return moves(position) if moves else []
