"""What bots know of every game of cards and tokens: discards, cards in reach, unknown cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.gems.pieces import GEMS, TOKEN_LIMIT, CardOfLevel, discard_text


def plain_discard(tokens: Sequence[int], bonuses: Sequence[int], names: Sequence[str]) -> str:
    """Return a discard of the most frequent gems, in colours with most bonuses."""
    left = list(tokens)
    thrown = []
    for _ in range(sum(left) - TOKEN_LIMIT):
        # Where there is no gem left, any other token.
        spare = [c for c in GEMS if left[c]] or [c for c, held in enumerate(left) if held]
        colour = max(spare, key=lambda c: 2 * left[c] + bonuses[c])
        left[colour] -= 1
        thrown.append(colour)
    return discard_text(sorted(thrown), names)


DISCOUNTS = (90, 66, 48, 34, 24, 16, 10)
"""Hundredths of what a card is worth that count, by the number of tokens that are missing."""

FAR = len(DISCOUNTS)
"""So many missing tokens are too many."""

_WEIGHTS = (8, 4, 2)


def best_three(promises: list[int]) -> int:
    """Return what the best three cards promise together, each further one half as much."""
    promises.sort(reverse=True)
    return sum(map(int.__mul__, promises, _WEIGHTS)) // 800


def veil_decks(position: Any, unknown: Mapping[int, CardOfLevel]) -> None:
    """Put the unknown card of each level in place of all that lie in its deck."""
    position.decks = [(unknown[level],) * len(deck) for level, deck in enumerate(position.decks, 1)]
