"""The 5×5 board: cells, spiral and lines, with tables computed once.

A set of cells is an integer with bit i for the cell of index i.
"""

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
