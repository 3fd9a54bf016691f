"""The words and kinds that only Splendor Duel has, and how cells and cards are written."""

import re

from engine.languages import words_in
from engine.reading.grammar import JUNK_SHAPE, SLOT_SHAPES
from engine.reading.lexicon import Lexicon
from engine.reading.piece import CARD, ORDINAL, Piece
from engine.reading.tokens import Token

CELL = "c"
ROYAL = "K"
PRIVILEGE = "P"
GETS = "G"
PLACE = "l"
BAG = "b"
BAD_RANGE = "I"

LEXICON = Lexicon(
    "duel",
    letters={"pearl": "p"},
    kinds={"royal": ROYAL, "privilege": PRIVILEGE, "gets": GETS, "place": PLACE, "bag": BAG},
    corrected=("privilege",),
)
"""All words that are understood."""

SHAPES = rf"""
      (?P<id>\b d[123] (?: -[0-9]{{1,2}} | [0-9]{{2}}) \b)
    | (?P<royal>\b r (?: -?0[0-9] | -[0-9]) \b)
    | {SLOT_SHAPES}
    | (?P<cells>\b (?: (?:[a-e][1-5])+ | (?:[1-5][a-e])+ ) \b)
    | {JUNK_SHAPE}
"""
"""How cards, places and cells are written."""

_ORDINAL_LETTERS = words_in("ordinal_letter")
_CARD_NOUNS = words_in("duel", "card_nouns")


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
            if text[1:] in _ORDINAL_LETTERS and following in _CARD_NOUNS:  # "2e carte"
                return [Piece(ORDINAL, text[0], text)]
            pairs = (text[i : i + 2] for i in range(0, len(text), 2))
            names = ("".join(sorted(pair, reverse=True)) for pair in pairs)
            return [Piece(CELL, name, name) for name in names]
    return None
