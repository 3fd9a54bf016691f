"""What a bot is asked: what it sees, the brain of the game, and how much thought it may take."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.bots.brain import Brain
from engine.bots.duel import DuelBrain
from engine.bots.splendor import SplendorBrain
from engine.games import find_game

_BRAINS: dict[str, Brain] = {brain.game.name: brain for brain in (DuelBrain(), SplendorBrain())}


def brain_for(view: dict[str, Any]) -> Brain | None:
    """Return the brain for the game of a view, or None if nobody has taught bots that game."""
    return _BRAINS.get(view.get("game", ""))


def imagine_position(brain: Brain, view: dict[str, Any], chance: bytes) -> Any:
    """Return a position that the view could be of, with unknown cards in its decks."""
    position = find_game(view["game"], view.get("rules", 1)).imagine(view, chance)
    brain.veil(position)
    return position


@dataclass(frozen=True, slots=True)
class Task:
    """A decision to make: what is seen, what is legal, and how much thought it may take."""

    brain: Brain
    view: dict[str, Any]
    legal: Sequence[str]
    chance: bytes
    nodes: int | None = None
    seconds: float | None = None

    def position(self) -> Any:
        """Return the position as the bot sees it, with unknown cards in the decks."""
        return imagine_position(self.brain, self.view, self.chance)
