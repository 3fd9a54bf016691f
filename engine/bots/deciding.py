"""Which move a bot makes."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.bots import apprentice, journeyman, master
from engine.bots.brains import brain_for
from engine.bots.task import Task
from engine.errors import EngineError
from engine.randomness import Stream

_LEVELS: dict[str, Callable[[Task], str]] = {
    "apprentice": apprentice.choose,
    "journeyman": journeyman.choose,
    "master": master.choose,
}
LEVELS: tuple[str, ...] = tuple(_LEVELS)
"""From the weakest to the strongest."""


class UnknownLevel(EngineError):
    """There is no bot of that level."""


def decide(
    view: dict[str, Any],
    legal: Sequence[str],
    *,
    level: str,
    chance: bytes,
    nodes: int | None = None,
    seconds: float | None = None,
) -> str:
    """Return the move that a bot of that level makes, one of `legal`.

    `view` is that of the seat to move. `chance` is the bot's own, never the seed of the game.
    A level that searches looks at so many positions, or for so long; for as long as it thinks
    right if neither is given. Raise UnknownLevel, or BadPosition if the view is none.
    """
    if level not in _LEVELS:
        raise UnknownLevel(f"There is no level {level[:40]!r}; there are: {', '.join(_LEVELS)}.")
    if len(legal) == 1:
        return legal[0]
    brain = brain_for(view)
    if brain is None:
        return fallback(legal, chance)
    return _LEVELS[level](Task(brain, view, legal, chance, nodes, seconds))


def fallback(legal: Sequence[str], chance: bytes) -> str:
    """Return one of the moves at random, a purchase if there is one; nothing is looked at."""
    moves = [move for move in legal if move.startswith("buy ")] or legal
    return moves[Stream(chance, "fallback").below(len(moves))]
