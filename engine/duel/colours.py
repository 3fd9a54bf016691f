"""The seven colours as small integers, in the order that all texts and lists keep."""

from collections.abc import Iterable

from engine.gems.colours import GEM_NAMES

COLOURS = (*GEM_NAMES, "pearl", "gold")
PEARL, GOLD = 5, 6
EMPTY = 7
"""A cell of the board without a token."""

GEMS_AND_PEARL = range(6)
"""The colours a price can name, and that may be taken, used or stolen."""

COLOUR_OF = {name: colour for colour, name in enumerate(COLOURS)}

TOKENS_IN_ALL = (4, 4, 4, 4, 4, 2, 3)
"""How many tokens of each colour the game has."""


def colour_names(colours: Iterable[int]) -> list[str]:
    """Return the names of the colours."""
    return [COLOURS[colour] for colour in colours]


def counts_by_name(counts: Iterable[int]) -> dict[str, int]:
    """Return the number of tokens under each colour's name, all seven named."""
    white, blue, green, red, black, pearl, gold = counts
    return {
        "white": white,
        "blue": blue,
        "green": green,
        "red": red,
        "black": black,
        "pearl": pearl,
        "gold": gold,
    }
