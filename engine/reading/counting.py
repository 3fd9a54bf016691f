"""Numbers and the colours they count; "white 2 red 1 black" has two readings and is refused."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.reading.piece import COLON, COLOUR, EQUALS, NUMBER, TIMES, Piece

MOST_TIMES = 10
"""No count of tokens in a move is higher."""

MOST_NUMBERS = 8
"""In a row, with nothing between them that keeps them apart; more is not read."""

_SMALL_WORDS = "apAyfgH"
"""They may stand between a number and its colour: "two of the reds"."""

_PARTING = "apAyf"
"""Behind a colour they begin something new: "two reds a blue"."""

_PAIRED = (COLOUR, NUMBER, EQUALS, TIMES, COLON)


def with_counts(pieces: Sequence[Piece]) -> list[Piece] | None:
    """Return the pieces, numbers made part of their colours; None if two pairings are possible."""
    # A number that no colour can claim stays as it is.
    found: list[Piece] = []
    run: list[Piece] = []
    for piece in [*pieces, None]:
        parted = piece is not None and piece.kind in _PARTING and run and run[-1].kind == COLOUR
        if piece is not None and piece.kind in _SMALL_WORDS and run and not parted:
            continue
        if piece is not None and piece.kind in _PAIRED:
            run.append(piece)
            continue
        counted = _run(run)
        if counted is None:
            return None
        found += counted
        run = []
        if piece is not None and piece.kind not in _SMALL_WORDS:
            found.append(piece)
    return found


def _run(run: list[Piece]) -> list[Piece] | None:
    if not run:
        return []
    numbers = sum(piece.kind == NUMBER for piece in run)
    if numbers > MOST_NUMBERS:
        return None
    ways = list(_ways(run))
    if not ways:
        return run
    if len(ways) == 1:
        return ways[0]
    tallies = {frozenset(tally(way).items()) for way in ways}
    return ways[0] if len(tallies) == 1 else None


def tally(pieces: Sequence[Piece]) -> Counter[str]:
    """Return how many of each value the pieces count; one where no number is written."""
    return Counter(piece.value for piece in pieces for _ in range(piece.times or 1))


def _ways(run: list[Piece]) -> Iterator[list[Piece]]:
    """Yield every way to give each number of the run to a colour beside it."""
    if not run:
        yield []
        return
    kinds = "".join(piece.kind for piece in run[:3])
    for units, colour, number in (("nXh", 2, 0), ("hXn", 0, 2), ("h=n", 0, 2), ("h:n", 0, 2)):
        if kinds == units:
            yield from _unit(run, 3, colour, number)
    for units, colour, number in (("nh", 1, 0), ("hn", 0, 1)):
        if kinds[:2] == units:
            yield from _unit(run, 2, colour, number)
    if kinds[:1] == COLON:
        yield from _ways(run[1:])
    if kinds[:1] == COLOUR and kinds[1:2] not in (EQUALS, TIMES):
        yield from ([run[0], *rest] for rest in _ways(run[1:]))


def _unit(run: list[Piece], length: int, colour: int, number: int) -> Iterator[list[Piece]]:
    written = run[number].value
    if len(written) > 2 or not 1 <= int(written) <= MOST_TIMES:
        return
    counted = run[colour]._replace(times=int(written))
    if len(run) > length and run[length].kind == COLOUR and colour > number:
        # In "2 blue pearls" the number may be that of both; "2 blue, 1 pearl" is clear.
        return
    yield from ([counted, *rest] for rest in _ways(run[length:]))
