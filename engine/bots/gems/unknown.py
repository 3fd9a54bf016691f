"""Cards that nobody has seen, in place of those that would be turned up."""

from collections.abc import Mapping
from typing import Any

from engine.gems.reserve import CardOfLevel


def veil_decks(position: Any, unknown: Mapping[int, CardOfLevel]) -> None:
    """Put the unknown card of each level in place of all that lie in its deck."""
    position.decks = [(unknown[level],) * len(deck) for level, deck in enumerate(position.decks, 1)]
