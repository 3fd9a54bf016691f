"""What only Splendor Duel has in a text: cells, and the ids of its cards and royals."""

import re
from collections.abc import Sequence

from engine.duel.reading.piece import CELL, GETS, PRIVILEGE
from engine.reading.grammar import JUNK_SHAPE, SLOT_SHAPES
from engine.reading.piece import ARTICLE, AT, CARD, NUMBER, ORDINAL, YOU, Piece, kinds_of
from engine.reading.tokens import Token, words

SHAPES = rf"""
      (?P<id>\b d[123] (?: -[0-9]{{1,2}} | [0-9]{{2}}) \b)
    | (?P<royal>\b r (?: -?0[0-9] | -[0-9]) \b)
    | {SLOT_SHAPES}
    | (?P<cells>\b (?: (?:[a-e][1-5])+ | (?:[1-5][a-e])+ ) \b)
    | {JUNK_SHAPE}
"""
"""How cards, places and cells are written."""

_CARD_NOUNS = words("carte carta royale reale reservee prenotata riservata")


def shaped(token: Token, following: str) -> list[Piece] | None:
    """Return the pieces of a card, a royal or cells; None for any other token."""
    text = token.plain
    digits = re.sub(r"\D", "", text)
    match token.shape:
        case "id":
            return [Piece(CARD, f"D{digits[0]}-{int(digits[1:]):02}", text)]
        case "royal":
            return [Piece(CARD, f"R-{int(digits):02}", text)]
        case "cells":
            if text[1:] in ("e", "a") and following in _CARD_NOUNS:  # the French "2e carte"
                return [Piece(ORDINAL, text[0], text)]
            pairs = (text[i : i + 2] for i in range(0, len(text), 2))
            names = ("".join(sorted(pair, reverse=True)) for pair in pairs)
            return [Piece(CELL, name, name) for name in names]
    return None


def settled(found: Sequence[Piece], at: int) -> Piece | None:
    """Return what a word on privileges means beside its neighbours."""
    piece, after = found[at], found[at + 1 : at + 3]
    word = piece.text.lower()
    if word == "il" and after and after[0].kind == GETS:
        return piece._replace(kind=YOU)  # the French "il gagne un privilège"
    if word == "prendi" and _is_privilege(after):
        return piece._replace(kind=GETS)  # "prendi un privilegio", to the opponent
    return None


def _is_privilege(pieces: Sequence[Piece]) -> bool:
    return re.match(f"[{ARTICLE}{AT}{NUMBER}]?{PRIVILEGE}", kinds_of(pieces)) is not None
