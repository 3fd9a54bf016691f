"""From a person's text to what it speaks of: verbs, cells, cards and colours.

Nothing here knows the position. Rules join pieces that belong together: "level 2, card 1" is the
market slot 2.1, "a1-c1" a line of three cells, "2 red" red twice.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.duel.board import CELL_NAMES, CELL_OF, LINES
from engine.duel.pieces import (
    AMBIGUOUS,
    AS,
    AT,
    BAD_RANGE,
    CARD,
    CELL,
    COLOUR,
    DASH,
    FROM,
    GOLD_OR_CHOICE,
    NUMBER,
    PAY,
    RESERVE,
    TO,
    UNKNOWN,
    VERB,
    Piece,
    cut,
)
from engine.reading import Problem

MOST_TIMES = 10
"""No count of tokens in a move is higher."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a text speaks of."""

    verbs: frozenset[str]
    cells: tuple[str, ...]
    """In canonical order."""
    cards: tuple[str, ...]
    """As `D2-07`, `R-01`, `deck2`, `2.1` (a market slot) or `r2` (a reserved card, or a royal)."""
    colours: tuple[str, ...]
    """Each as often as it was named or counted."""
    pieces: tuple[Piece, ...]
    """Cards, colours and the words between them, in the order of the text."""
    problem: Problem | None
    """Why a part of the text cannot be read."""

    @property
    def understood(self) -> str:
        """What was made out, in canonical words."""
        return " ".join([*sorted(self.verbs), *self.cells, *self.cards, *self.colours])


def understand(text: str, language: str | None = None) -> Said:
    """Return what the text speaks of."""
    pieces = cut(text, language)
    _join(pieces, "fc[tA]c|c[-t]c", _range)
    pieces = [piece for piece in pieces if piece.kind not in (DASH, TO, FROM, AT)]
    # "top of level 2", "draw 1 card from level 2", "level 2 deck", "deck 2", but no "draw 1 card"
    _join(pieces, "[dD]n?C?Ln|LnC?D|DC?n(?!C)", _deck)
    _join(pieces, "LnC?n", _card("{0}.{1}"))  # "level 2, card 1"
    _join(pieces, "CnLn", _card("{1}.{0}"))  # "card 1 of level 2"
    if any(piece.value == "buy" for piece in pieces):
        _join(pieces, "RC?n", _card("r{0}"))  # "my reserved card 2"
    _join(pieces, "nh", _colour_times)
    verbs = {piece.value for piece in pieces if piece.kind in (VERB, RESERVE)}
    if len(verbs) > 1:
        verbs.discard("token")  # beside a verb, it is a noun
    cells = [piece.value for piece in pieces if piece.kind == CELL]
    colours = [p.value for p in pieces if p.kind == COLOUR for _ in range(p.times or 1)]
    return Said(
        verbs=frozenset(verbs),
        cells=tuple(sorted(cells, key=CELL_OF.__getitem__)),
        cards=tuple(dict.fromkeys(p.value for p in pieces if p.kind == CARD)),
        colours=tuple(colours),
        pieces=tuple(p for p in pieces if p.kind in (CARD, COLOUR, AS, PAY)),
        problem=_problem(pieces, {"1", str(len(cells)), str(len(colours))}),
    )


def says_nothing(text: str) -> bool:
    """Return whether the text is empty or a mere courtesy."""
    return not cut(text)


_JOINTS = re.compile(r"(,|&|\+|\b(?:and|et|e)\b)", re.IGNORECASE)


def moves_apart(text: str) -> list[str]:
    """Return the text cut at each comma or "and" that is followed by another move's verb."""
    first, *rest = _JOINTS.split(text)
    found = [first]
    for joint, part in zip(rest[::2], rest[1::2], strict=True):
        pieces = cut(part)
        if pieces and pieces[0].kind in (VERB, RESERVE):
            found.append(part)
        else:
            found[-1] += joint + part
    return [part.strip() for part in found]


def _join(pieces: list[Piece], pattern: str, joined: Callable[[list[Piece]], list[Piece]]) -> None:
    """Replace, in place, each run of pieces whose kinds match the pattern."""
    while match := re.search(pattern, "".join(piece.kind for piece in pieces)):
        run = slice(match.start(), match.end())
        pieces[run] = joined(pieces[run])


def _range(run: list[Piece]) -> list[Piece]:
    first, last = (piece.value for piece in run if piece.kind == CELL)
    for line in LINES:
        if len(line) > 1 and {line[0], line[-1]} == {CELL_OF[first], CELL_OF[last]}:
            return [Piece(CELL, CELL_NAMES[cell], CELL_NAMES[cell]) for cell in line]
    return [Piece(CELL, first, first), Piece(BAD_RANGE, first, last), Piece(CELL, last, last)]


def _deck(run: list[Piece]) -> list[Piece]:
    *_, level = (piece.value for piece in run if piece.kind == NUMBER)
    return [Piece(CARD, f"deck{level}", " ".join(piece.text for piece in run))]


def _card(name: str) -> Callable[[list[Piece]], list[Piece]]:
    """Return what makes a card out of a run of pieces with its numbers."""

    def card(run: list[Piece]) -> list[Piece]:
        numbers = [piece.value for piece in run if piece.kind == NUMBER]
        return [Piece(CARD, name.format(*numbers), " ".join(piece.text for piece in run))]

    return card


def _colour_times(run: list[Piece]) -> list[Piece]:
    number, colour = run
    if len(number.value) > 2 or not 1 <= int(number.value) <= MOST_TIMES:
        return [number._replace(kind=UNKNOWN), colour]
    return [colour._replace(times=int(number.value))]


def _problem(pieces: list[Piece], right_counts: set[str]) -> Problem | None:
    """Return what cannot be read. A bare number ("take 3 tokens") may stand if it is right."""
    unread = tuple(
        piece.text
        for piece in pieces
        if piece.kind == UNKNOWN or (piece.kind == NUMBER and piece.value not in right_counts)
    )
    if unread:
        return Problem("unknown", {"words": unread})
    for piece in pieces:
        if piece.kind == AMBIGUOUS:
            meanings = tuple(piece.value.split())
            return Problem("ambiguous", {"word": piece.text, "meanings": meanings})
        if piece.kind == GOLD_OR_CHOICE:
            return Problem("gold_or_choice", {"word": piece.text})
        if piece.kind == BAD_RANGE:
            return Problem("range", {"first": piece.value, "last": piece.text})
    return None
