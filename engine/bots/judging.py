"""How well seats stand, by what a view shows."""

from collections.abc import Sequence
from typing import Any

from engine.bots.brain import advantage
from engine.bots.task import brain_for, imagine_position
from engine.errors import UnknownGame

_CHANCE = b"judge"
"""What is hidden has little weight; it is always imagined alike."""

_DOUBLES = 160
"""By so much of a lead the odds are doubled."""


def judge(view: dict[str, Any], seat: int) -> int:
    """Return by how much the seat is ahead of the best of the others, in hundredths of a point."""
    brain, position = _brain_and_position(view)
    return advantage(brain, position, seat)


def chances(view: dict[str, Any]) -> list[int]:
    """Return how likely each seat is to win, in thousandths that add up to a thousand."""
    brain, position = _brain_and_position(view)
    outcome = brain.game.outcome(position)
    if outcome is not None:
        return _shares([float(s in outcome.winners) for s in range(len(view["players"]))])
    scores = brain.scores(position)
    best = max(scores)
    return _shares([2.0 ** ((score - best) / _DOUBLES) for score in scores])


def _brain_and_position(view: dict[str, Any]) -> tuple[Any, Any]:
    brain = brain_for(view)
    if brain is None:
        raise UnknownGame("Bots do not know this game.")
    return brain, imagine_position(brain, view, _CHANCE)


def _shares(weights: Sequence[float]) -> list[int]:
    """Return thousandths in proportion to the weights; what rounding leaves goes to the first."""
    total = sum(weights)
    shares = [int(1000 * weight / total) for weight in weights]
    shares[weights.index(max(weights))] += 1000 - sum(shares)
    return shares
