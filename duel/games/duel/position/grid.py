"""The board as cells, and as rows of words for a letter's text part."""

from collections.abc import Sequence
from dataclasses import dataclass

from duel.games.base import View
from duel.games.gems.vocabulary import colour_word
from engine.duel.facts import CELL_NAMES, CELLS, SIDE

EMPTY_CELL = "."


@dataclass(frozen=True)
class Cell:
    """One cell of the board."""

    name: str
    colour: str
    """The key of the colour of its token; empty without one."""
    word: str
    """The colour in the reader's language, or a dot."""


def board_rows(view: View) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in five rows from the top, each from a to e."""
    cells = [_cell(index, view["board"][index]) for index in CELLS]
    return tuple(tuple(cells[row : row + SIDE]) for row in range(0, len(cells), SIDE))


def text_rows(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """Return the board as lines of equal columns: the letters, then a line per row."""
    width = max(len(cell.word) for row in rows for cell in row) + 2
    heading = "   " + "".join(cell.name[0].ljust(width) for cell in rows[0])
    lines = [
        f"{row[0].name[1]}  " + "".join(cell.word.ljust(width) for cell in row) for row in rows
    ]
    return tuple(line.rstrip() for line in (heading, *lines))


def _cell(index: int, colour: str | None) -> Cell:
    return Cell(CELL_NAMES[index], colour or "", colour_word(colour) if colour else EMPTY_CELL)
