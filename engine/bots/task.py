"""What a bot is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.bots.brain import Brain
from engine.bots.brains import seen_position


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
        return seen_position(self.brain, self.view, self.chance)
