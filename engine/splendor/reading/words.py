"""The words and kinds that only Splendor has, and how cards and tiles are written."""

import re

from engine.languages import words_in
from engine.reading.grammar import JUNK_SHAPE, SLOT_SHAPES
from engine.reading.lexicon import Lexicon
from engine.reading.piece import CARD, ORDINAL, Piece
from engine.reading.tokens import Token

NOBLE = "K"
POST = "P"
EXTRA = "e"
BANK = "b"
BONUS = "$"
TURN = "w"

LEXICON = Lexicon(
    "splendor",
    kinds={
        "noble": NOBLE,
        "post": POST,
        "extra": EXTRA,
        "bank": BANK,
        "bonus": BONUS,
        "turn": TURN,
    },
)
"""All words that are understood."""

SHAPES = rf"""
      (?P<id>\b s[123] (?: -[0-9]{{1,2}} | [0-9]{{2}}) \b)
    | (?P<noble>\b n-?[0-9]{{1,2}} \b)
    | (?P<post>\b t-?[0-9] \b)
    | {SLOT_SHAPES}
    | (?P<nth>\b [1-9][{"".join(sorted(words_in("ordinal_letter")))}] \b)
    | {JUNK_SHAPE}
"""
"""How cards, places and tiles are written; "2e" and "2a" are ordinals."""


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
