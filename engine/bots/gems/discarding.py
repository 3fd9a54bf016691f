"""Tokens to part with, chosen at a glance."""

from collections.abc import Sequence

from engine.gems.colours import GEMS
from engine.gems.discarding import TOKEN_LIMIT, discard_text


def plain_discard(tokens: Sequence[int], bonuses: Sequence[int], names: Sequence[str]) -> str:
    """Return a discard of gems of which there are most, in colours with most bonuses."""
    left = list(tokens)
    thrown = []
    for _ in range(sum(left) - TOKEN_LIMIT):
        # Where there is no gem left, any other token.
        spare = [c for c in GEMS if left[c]] or [c for c, held in enumerate(left) if held]
        colour = max(spare, key=lambda c: 2 * left[c] + bonuses[c])
        left[colour] -= 1
        thrown.append(colour)
    return discard_text(sorted(thrown), names)
