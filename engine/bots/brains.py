"""The brain of each game, and a view as it is thought about."""

from typing import Any

from engine.bots.brain import Brain
from engine.bots.duel import DuelBrain
from engine.bots.splendor import SplendorBrain
from engine.games import find_game

_BRAINS: dict[str, Brain] = {brain.game.name: brain for brain in (DuelBrain(), SplendorBrain())}


def brain_for(view: dict[str, Any]) -> Brain | None:
    """Return the brain for the game of a view, or None if nobody has taught bots that game."""
    return _BRAINS.get(view.get("game", ""))


def seen_position(brain: Brain, view: dict[str, Any], chance: bytes) -> Any:
    """Return a position that the view could be of, with unknown cards in its decks."""
    position = find_game(view["game"], view.get("rules", 1)).imagine(view, chance)
    brain.veil(position)
    return position
