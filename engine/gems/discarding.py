"""Tokens beyond the limit: how they can be discarded, and why not."""

from collections.abc import Sequence
from functools import lru_cache

from engine.gems.colours import selections

TOKEN_LIMIT = 10
"""Gold and pearls included."""


def discard_text(colours: Sequence[int], names: Sequence[str]) -> str:
    """Return the canonical text of a discard."""
    return "discard " + " ".join([names[colour] for colour in colours])


def discard_fault(
    colours: Sequence[int], tokens: Sequence[int], names: Sequence[str]
) -> str | None:
    """Return why these tokens cannot be discarded: exactly down to the limit, of what one has."""
    excess = sum(tokens) - TOKEN_LIMIT
    if len(colours) != excess:
        return f"exactly {excess} must be discarded"
    for colour in colours:
        if colours.count(colour) > tokens[colour]:
            return f"there are not as many {names[colour]} tokens"
    return None


def discard_texts(tokens: Sequence[int], names: tuple[str, ...]) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    excess = sum(tokens) - TOKEN_LIMIT
    return list(_texts(tuple([min(number, excess) for number in tokens]), excess, names))


@lru_cache(maxsize=2048)
def _texts(held: tuple[int, ...], excess: int, names: tuple[str, ...]) -> tuple[str, ...]:
    choices = selections([(colour, 0, number) for colour, number in enumerate(held)], excess)
    return tuple(sorted(discard_text(c, names) for c in choices if len(c) == excess))
