"""Which move a bot makes: the levels, and the two shortest of them."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.bots import master
from engine.bots.brain import advantage
from engine.bots.task import Task, brain_for
from engine.bots.thinking import Thought
from engine.errors import EngineError
from engine.fairness import Stream

_THOUGHTS = 2
"""So many moves come to its mind."""
_WHIM = 4
"""One move in so many is simply the first that comes."""


def choose_as_apprentice(task: Task) -> str:
    """Return the better of two moves drawn at random, and sometimes any."""
    stream = Stream(task.chance, "apprentice")
    legal, game = task.legal, task.brain.game
    drawn = [legal[stream.below(len(legal))] for _ in range(_THOUGHTS)]
    if stream.below(_WHIM) == 0:
        return drawn[0]
    position = task.position()
    seat = position.seat
    return max(drawn, key=lambda move: advantage(task.brain, game.apply(position, move), seat))


def choose_as_journeyman(task: Task) -> str:
    """Return the first move of the turn that leaves the seat best off, the shortest of such."""
    return Thought(task.brain, task.chance).ranked(task.position(), task.legal)[0].moves[0]


_LEVELS: dict[str, Callable[[Task], str]] = {
    "apprentice": choose_as_apprentice,
    "journeyman": choose_as_journeyman,
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
    """Return the move, one of `legal`, that a bot of that level makes with the mover's view."""
    # `chance` is the bot's own, never the seed of the game. A level that searches looks at `nodes`
    # positions, for `seconds`, or to its own limit. Raises UnknownLevel, or BadPosition for a view.
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
