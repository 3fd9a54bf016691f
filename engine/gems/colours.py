"""Colours as small integers: the five gems come first in every game, in the same order."""

from collections.abc import Iterable, Sequence

GEM_NAMES = ("white", "blue", "green", "red", "black")
WHITE, BLUE, GREEN, RED, BLACK = range(5)
GEMS = range(5)
"""The colours a card can have."""


def tokens_listed(counts: Sequence[int]) -> list[int]:
    """Return the tokens one by one, in colour order."""
    tokens: list[int] = []
    for colour, number in enumerate(counts):
        tokens += [colour] * number
    return tokens


def selections(spans: Iterable[tuple[int, int, int]], most: int) -> list[tuple[int, ...]]:
    """Return every way to choose colours, in colour order, `most` of them at most.

    Of each colour a number from the least to the greatest of its span is chosen.
    """
    choices: list[tuple[int, ...]] = [()]
    for colour, least, greatest in spans:
        choices = [
            chosen + (colour,) * number
            for chosen in choices
            for number in range(least, min(greatest, most - len(chosen)) + 1)
        ]
    return choices
