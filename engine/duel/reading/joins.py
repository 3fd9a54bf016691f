"""Pieces that belong together: "level 2, card 1" is the slot 2.1, "a1-c1" a line of three cells.

Nothing here knows the position. What tells a card from others, such as "3 points", becomes a
fact, whose value is its name and what is said of it.
"""

import re
from collections.abc import Callable

from engine.duel.board import CELL_NAMES, CELL_OF, LINES
from engine.duel.reading.piece import (
    BAD_RANGE,
    CARD,
    CELL,
    CLOSE,
    COLOUR,
    COMMA,
    EQUALS,
    FACT,
    NUMBER,
    OPEN,
    ORDINAL,
    UNKNOWN,
    Piece,
)

_Join = Callable[[list[Piece]], list[Piece]]

_SMALL_WORDS = "[apAfyH]*"
"""Articles, "of", "from", "my": written as ~ in the patterns below."""

_SINGLE_FACTS = {
    "wild": "colour wild",
    "colourless": "colour none",
    "again": "ability again",
    "steals": "ability steal",
    "market": "place market",
}
_ABILITIES = {"v": "steal", "P": "privilege", "g": "token"}


def kinds_of(pieces: list[Piece]) -> str:
    """Return the kinds of the pieces as one text."""
    return "".join(piece.kind for piece in pieces)


def joined(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with all that belongs together made one."""
    pieces = list(pieces)
    _join(pieces, "f?a*c(?:t[Aa]?|A|-)a*c", _range)
    _join(pieces, "n-?~q", _measured)
    pieces = [_single_fact(piece) for piece in pieces]
    _join(pieces, "o~C~D~(?:L-?)?n", _top_of_deck)
    _join(pieces, "T~C?~D?~L-?n~D?|T~C?~D~n|T~L-?n~C?|C?~D~L-?n|L-?n~D|C?~D~n(?!~[Chqg])", _deck)
    _join(pieces, "L-?n,?~C~n", _card("{0}.{1}"))
    _join(pieces, "C~n,?~L-?n", _card("{1}.{0}"))
    _join(pieces, "L-?n,?~o~C?", _card("{0}.{1}"))
    _join(pieces, "o~C~,?L-?n|o~L-?n~C?", _card("{1}.{0}"))
    _join(pieces, "K~C?~:?~q&~[vP]", _royal_with_ability)
    _join(pieces, "P~K", lambda run: [_fact(run[:1], "ability privilege"), run[-1]])
    _join(pieces, "o~C?~K~C?", _card("place{0}"))
    _join(pieces, "C?~KC?n", _card("r{0}"))
    _join(pieces, "o~R~C?|o~C~R|R~C?~n|C~R~n|C~n~R", _card("r{0}"))
    _join(pieces, "L-?n", lambda run: [_fact(run, f"level {_numbers(run)[-1]}")])
    _join(pieces, "R", lambda run: [_fact(run, "place reserve")])
    _join(pieces, "y[hq]*C", lambda run: [_fact(run[:1], "place reserve"), *run[1:]])
    _join(pieces, "n~[PC]", _one)
    # "points" without their number say nothing that could be checked.
    return [
        p._replace(kind=UNKNOWN) if p.kind == FACT and " " not in p.value else p for p in pieces
    ]


def without_brackets(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with what stands in brackets read for what it is.

    "white (2)" is a count, "2.1 (blue, 2 points)" describes the card; else brackets are commas.
    """
    found: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        end = at + kinds_of(pieces[at:]).find(CLOSE) if piece.kind == OPEN else -1
        if end > at:
            found += _in_brackets(pieces[at + 1 : end], found[-1:])
            at = end
        elif piece.kind in (OPEN, CLOSE):
            found.append(piece._replace(kind=COMMA))
        else:
            found.append(piece)
        at += 1
    return found


def _in_brackets(inside: list[Piece], before: list[Piece]) -> list[Piece]:
    last = before[0].kind if before else ""
    if last == COLOUR and re.fullmatch("X?n", kinds_of(inside)):
        return [Piece(EQUALS, "=", "="), inside[-1]]
    if last == CARD and (facts := _description(inside)):
        return facts
    comma = Piece(COMMA, ",", ",")
    return [comma, *inside, comma]


def _description(inside: list[Piece]) -> list[Piece]:
    """Return the facts of a description such as "green, 1 point, steal"; none if it is no such."""
    pieces = list(inside)
    _join(pieces, "n-?~q", _measured)
    _join(pieces, "L-?n", lambda run: [_fact(run, f"level {_numbers(run)[-1]}")])
    facts: list[Piece] = []
    if "vh" in kinds_of(pieces):  # "buy 2.1 (steal red)" tells of another move
        return []
    for piece in map(_single_fact, pieces):
        if piece.kind == COLOUR:
            facts.append(_fact([piece], f"colour {piece.value}"))
        elif piece.kind in ("P", "g") or (piece.kind == "v" and piece.value == "steal"):
            facts.append(_fact([piece], f"ability {_ABILITIES[piece.kind]}"))
        elif piece.kind == CARD or (piece.kind == FACT and " " in piece.value):
            facts.append(piece)
        elif piece.kind not in ",&apA":
            return []
    return facts


def _join(pieces: list[Piece], pattern: str, made: _Join) -> None:
    """Replace, in place, each run of pieces whose kinds match the pattern."""
    regex = re.compile(pattern.replace("~", _SMALL_WORDS))
    at = 0
    while match := regex.search(kinds_of(pieces), at):
        new = made(pieces[match.start() : match.end()])
        pieces[match.start() : match.end()] = new
        # The last piece made may begin the next run: a1-b1-c1.
        at = match.start() + max(len(new) - 1, 0) + (len(new) == 1)


def _range(run: list[Piece]) -> list[Piece]:
    first, last = (piece.value for piece in run if piece.kind == CELL)
    for line in LINES:
        if len(line) > 1 and {line[0], line[-1]} == {CELL_OF[first], CELL_OF[last]}:
            cells = line if line[0] == CELL_OF[first] else line[::-1]
            return [Piece(CELL, CELL_NAMES[cell], CELL_NAMES[cell]) for cell in cells]
    return [Piece(CELL, first, first), Piece(BAD_RANGE, first, last), Piece(CELL, last, last)]


def _measured(run: list[Piece]) -> list[Piece]:
    if run[-1].value in _SINGLE_FACTS or len(run[-1].value.split()) > 1:
        return [run[0]._replace(kind=UNKNOWN), *run[1:]]
    return [_fact(run, f"{run[-1].value} {run[0].value}")]


def _royal_with_ability(run: list[Piece]) -> list[Piece]:
    """Read "the royal: 2 points + steal"; another verb there begins another move."""
    if run[-1].kind == "v" and run[-1].value != "steal":
        return run
    return [*run[:-2], _fact(run[-1:], f"ability {_ABILITIES[run[-1].kind]}")]


def _one(run: list[Piece]) -> list[Piece]:
    """Take a number before a privilege or a card for an article; more than one is not read."""
    return run[-1:] if run[0].value == "1" else [run[0]._replace(kind=UNKNOWN), *run[1:]]


def _single_fact(piece: Piece) -> Piece:
    if piece.kind == FACT and piece.value in _SINGLE_FACTS:
        return piece._replace(value=_SINGLE_FACTS[piece.value])
    return piece


def _fact(run: list[Piece], value: str) -> Piece:
    return Piece(FACT, value, _written(run), guessed=any(piece.guessed for piece in run))


def _written(run: list[Piece]) -> str:
    return " ".join(piece.text for piece in run)


def _numbers(run: list[Piece]) -> list[str]:
    return [piece.value for piece in run if piece.kind in (NUMBER, ORDINAL)]


def _deck(run: list[Piece]) -> list[Piece]:
    return [Piece(CARD, f"deck{_numbers(run)[-1]}", _written(run))]


def _top_of_deck(run: list[Piece]) -> list[Piece]:
    if run[0].value != "1":
        return [run[0]._replace(kind=UNKNOWN), *_deck(run[1:])]
    return _deck(run)


def _card(name: str) -> _Join:
    """Return what makes a card out of a run of pieces with its numbers."""

    def card(run: list[Piece]) -> list[Piece]:
        return [Piece(CARD, name.format(*_numbers(run)), _written(run))]

    return card
