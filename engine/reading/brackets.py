"""What stands in brackets: a count, a description of the card before them, or an aside."""

import re

from engine.reading.grammar import Grammar, S
from engine.reading.joins import fact
from engine.reading.piece import CARD, CLOSE, COLOUR, COMMA, EQUALS, FACT, OPEN, Piece, kinds_of

_BETWEEN_FACTS = ",&apA"


def without_brackets(pieces: list[Piece], grammar: Grammar[S]) -> list[Piece]:
    """Return the pieces with what stands in brackets read for what it is."""
    # "white (2)" is a count, "2.1 (blue, 2 points)" describes the card; else brackets are commas.
    found: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        end = at + kinds_of(pieces[at:]).find(CLOSE) if piece.kind == OPEN else -1
        if end > at:
            found += _in_brackets(pieces[at + 1 : end], found[-1:], grammar)
            at = end
        elif piece.kind in (OPEN, CLOSE):
            found.append(piece._replace(kind=COMMA))
        else:
            found.append(piece)
        at += 1
    return found


def _in_brackets(inside: list[Piece], before: list[Piece], grammar: Grammar[S]) -> list[Piece]:
    last = before[0].kind if before else ""
    if last == COLOUR and re.fullmatch("X?n", kinds_of(inside)):
        return [Piece(EQUALS, "=", "="), inside[-1]]
    if last == CARD and (facts := _description(inside, grammar)):
        return facts
    comma = Piece(COMMA, ",", ",")
    return [comma, *inside, comma]


def _description(inside: list[Piece], grammar: Grammar[S]) -> list[Piece]:
    """Return the facts of a description such as "green, 1 point"; none if it is no such."""
    pieces = list(inside)
    for join in grammar.in_brackets:
        join.apply(pieces)
    facts: list[Piece] = []
    if "vh" in kinds_of(pieces):  # "buy 2.1 (discard red)" tells of another move
        return []
    for piece in pieces:
        if piece.kind == COLOUR:
            facts.append(fact([piece], f"colour {piece.value}"))
        elif told := grammar.described_by(piece):
            facts.append(fact([piece], told))
        elif piece.kind == CARD or (piece.kind == FACT and " " in piece.value):
            facts.append(piece)
        elif piece.kind not in _BETWEEN_FACTS:
            return []
    return facts
