"""What only Splendor has in a text: the ids of its cards, nobles and trading posts."""

import re
from collections.abc import Sequence

from engine.reading.grammar import JUNK_SHAPE, SLOT_SHAPES
from engine.reading.piece import CARD, ORDINAL, THEN, VERB, Piece
from engine.reading.tokens import Token

SHAPES = rf"""
      (?P<id>\b s[123] (?: -[0-9]{{1,2}} | [0-9]{{2}}) \b)
    | (?P<noble>\b n-?[0-9]{{1,2}} \b)
    | (?P<post>\b t-?[0-9] \b)
    | {SLOT_SHAPES}
    | (?P<nth>\b [1-9][ea] \b)
    | {JUNK_SHAPE}
"""
"""How cards, places and tiles are written; "2e" and "2a" are ordinals."""


def settled(found: Sequence[Piece], at: int) -> Piece | None:
    """Return the verb that "riserva" is where it begins a sentence: "riserva la carta 2.3"."""
    begins = at == 0 or found[at - 1].kind == THEN
    if found[at].text.lower() == "riserva" and begins and at + 1 < len(found):
        return found[at]._replace(kind=VERB, value="reserve")
    return None


def shaped(token: Token, following: str) -> list[Piece] | None:
    """Return the piece of a card, a tile or an ordinal; None for any other token."""
    text = token.plain
    digits = re.sub(r"\D", "", text)
    match token.shape:
        case "id":
            return [Piece(CARD, f"S{digits[0]}-{int(digits[1:]):02}", text)]
        case "noble":
            return [Piece(CARD, f"N-{int(digits):02}", text)]
        case "post":
            return [Piece(CARD, f"T{digits}", text)]
        case "nth":
            return [Piece(ORDINAL, digits, text)]
    return None
