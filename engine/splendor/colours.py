"""The six colours as small integers, in the order that all texts and lists keep."""

from collections.abc import Iterable

from engine.gems.colours import GEM_NAMES

COLOURS = (*GEM_NAMES, "gold")
GOLD = 5
COLOUR_OF = {name: colour for colour, name in enumerate(COLOURS)}
GEM_OF = {name: colour for colour, name in enumerate(GEM_NAMES)}

GOLD_IN_ALL = 5
GEMS_IN_ALL = {2: 4, 3: 5, 4: 7}
"""How many tokens of each gem colour the game has, by the number of seats."""


def tokens_in_all(seats: int) -> list[int]:
    """Return how many tokens of each colour a game of so many seats has."""
    return [GEMS_IN_ALL[seats]] * 5 + [GOLD_IN_ALL]


def colour_names(colours: Iterable[int]) -> list[str]:
    """Return the names of the colours."""
    return [COLOURS[colour] for colour in colours]


def counts_by_name(counts: Iterable[int]) -> dict[str, int]:
    """Return the number of tokens under each colour's name, all six named."""
    white, blue, green, red, black, gold = counts
    return {"white": white, "blue": blue, "green": green, "red": red, "black": black, "gold": gold}
