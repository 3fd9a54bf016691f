"""The facts of Splendor Duel: colours as small integers, the 67 cards and four royals, the board.

Cards and royals are read once from the tables beside this file. A set of cells is an integer with
bit i for the cell of index i; the tables of the board are computed once.
"""

from dataclasses import dataclass

from engine.gems.pieces import GEM_NAMES, LEVELS, amounts, rows

COLOURS = (*GEM_NAMES, "pearl", "gold")
PEARL, GOLD = 5, 6
EMPTY = 7
"""A cell of the board without a token."""

GEMS_AND_PEARL = range(6)
"""The colours a price can name, and that may be taken, used or stolen."""

COLOUR_OF = {name: colour for colour, name in enumerate(COLOURS)}

TOKENS_IN_ALL = (4, 4, 4, 4, 4, 2, 3)
"""How many tokens of each colour the game has."""


MARKET_SLOTS = {1: 5, 2: 4, 3: 3}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. There is one object per card, so cards are compared by identity."""

    id: str
    level: int
    colour: int | None
    """None for a colourless card, and for a wild one, which takes a colour when it is bought."""
    wild: bool
    bonus: int
    points: int
    crowns: int
    ability: str
    """again, token, privilege, steal or none."""
    cost: tuple[tuple[int, int], ...]
    """Colour and amount, for each colour that is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Royal:
    """One royal; abilities are those of the cards."""

    id: str
    points: int
    ability: str


_PRICED = [COLOURS[colour] for colour in GEMS_AND_PEARL]


def _card(row: dict[str, str]) -> Card:
    wild, _, ability = row["ability"].partition("+")
    if wild != "wild":
        ability = wild
    return Card(
        id=row["id"],
        level=int(row["level"]),
        colour=COLOUR_OF.get(row["color"]),
        wild=wild == "wild",
        bonus=int(row["bonus"]),
        points=int(row["points"]),
        crowns=int(row["crowns"]),
        ability=ability or "none",
        cost=amounts(row, _PRICED),
    )


CARDS = tuple(_card(row) for row in rows(__package__, "cards.csv"))
CARDS_OF_LEVEL = {level: [card for card in CARDS if card.level == level] for level in LEVELS}
CARD_OF = {card.id: card for card in CARDS}
ROYALS = tuple(
    Royal(row["id"], int(row["points"]), row["ability"]) for row in rows(__package__, "royals.csv")
)
ROYAL_OF = {royal.id: royal for royal in ROYALS}


SIDE = 5
CELLS = range(SIDE * SIDE)
CELL_NAMES = tuple("abcde"[cell % SIDE] + "12345"[cell // SIDE] for cell in CELLS)
CELL_OF = {name: cell for cell, name in enumerate(CELL_NAMES)}
CELLS_BY_NAME = sorted(CELLS, key=lambda cell: CELL_NAMES[cell])
"""All cells in the order of their names, which is the order of the moves that name them."""

SPIRAL = (
    *(12, 17, 16, 11, 6, 7, 8, 13),
    *(18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24),
)
"""From the centre down, then clockwise outward."""

_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Rows and columns to step, always towards higher indices: each line is found once."""


def cell_set(cells: tuple[int, ...]) -> int:
    """Return the cells as a set of bits."""
    return sum(1 << cell for cell in cells)


def _lines_from(cell: int) -> list[tuple[int, ...]]:
    row, column = divmod(cell, SIDE)
    lines: list[tuple[int, ...]] = [(cell,)]
    for down, right in _DIRECTIONS:
        line = [cell]
        for step in (1, 2):
            r, c = row + step * down, column + step * right
            if r < SIDE and 0 <= c < SIDE:
                line.append(r * SIDE + c)
                lines.append(tuple(line))
    return lines


LINES = {line: cell_set(line) for cell in CELLS for line in _lines_from(cell)}
"""Every line of one to three adjacent cells, in ascending order, with its set of cells."""


def _takes_from(cell: int) -> tuple[int, dict[int, tuple[str, ...]]]:
    texts = sorted(
        ("take " + " ".join(CELL_NAMES[c] for c in line), LINES[line]) for line in _lines_from(cell)
    )
    reach = 0
    for _, line in texts:
        reach |= line
    takes = {}
    filled = reach
    while filled:
        takes[filled] = tuple(text for text, line in texts if not line & ~filled)
        filled = (filled - 1) & reach
    return reach, takes


TAKES = tuple((1 << cell, *_takes_from(cell)) for cell in CELLS_BY_NAME)
"""Per cell, by name: its bit, the cells that lines from it can reach, and the moves that are
possible for each set of those that holds a token. Reading them off is far cheaper than trying
all 145 lines each time."""
