"""A person's text cut into pieces: words, cells, cards, numbers, each with its kind.

A kind is one letter, so that `phrases.py` can state its rules as regular expressions over kinds.
"""

import re
import unicodedata
from typing import NamedTuple

from engine.duel.words import (
    COLOUR_LETTERS,
    ENGLISH,
    FILLERS,
    FRENCH,
    KINDS,
    SHORTEST_READ,
    long_forms,
)

VERB = "v"
RESERVE = "R"
"""The verb "reserve" has a kind of its own: in "buy my reserved card 2" it is none."""
CELL = "c"
CARD = "k"
COLOUR = "h"
NUMBER = "n"
AS = "a"
PAY = "y"
DECK = "D"
DRAW = "d"
LEVEL = "L"
CARD_WORD = "C"
DASH = "-"
TO = "t"
FROM = "f"
AT = "A"
UNKNOWN = "?"
AMBIGUOUS = "!"
GOLD_OR_CHOICE = "o"
BAD_RANGE = "x"

_MARKS = {
    "as": AS,
    "pay": PAY,
    "deck": DECK,
    "draw": DRAW,
    "level": LEVEL,
    "card": CARD_WORD,
    "to": TO,
    "from": FROM,
    "at": AT,
}


class Piece(NamedTuple):
    """A part of the text: its kind, its canonical value and how it was written.

    `times` is the number before a colour, 0 where none stood.
    """

    kind: str
    value: str
    text: str
    times: int = 0


_SHAPES = re.compile(
    r"""
      (?P<card>\b d[123] (?: -\d{1,2} | \d\d) \b)
    | (?P<royal>\b r (?: -?0\d | -\d) \b)
    | (?P<held>\b r\d \b)
    | (?P<slot>(?<!\d) (?<!\d\.) \d\.\d (?! \.?\d | \w) | (?<![\w.,]) \d,\d (?! [.,]?\w))
    | (?P<cells>\b (?: (?:[a-e][1-5])+ | (?:[1-5][a-e])+ ) \b)
    | (?P<junk>\b [a-z]\d\w*)
    | (?P<word>[a-z]+)
    | (?P<number>\d+)
    | (?P<dash>-+|\.\.+)
    | (?P<other>[^\s!-/:-@\[-`{-~«»“”„¿¡·•…]+)
    """,
    re.VERBOSE | re.ASCII,
)
_SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("’‘´", "'"))


def plain(text: str) -> str:
    """Return the text in lower case, without accents and invisible characters."""
    letters = unicodedata.normalize("NFKD", text.translate(_SIGNS)).casefold()
    letters = letters.replace("all'", "al ")  # Italian "all'avversario"; a bare "all" says more
    return "".join(c for c in letters if unicodedata.category(c) not in ("Mn", "Cf"))


def cut(text: str, language: str | None = None) -> list[Piece]:
    """Return the pieces of the text, without punctuation and words that change nothing."""
    text = plain(text)
    words = set(re.findall(r"[a-z]+", text))
    french = bool(words & FRENCH) or (language == "fr" and not words & ENGLISH)
    found: list[Piece] = []
    for match in _SHAPES.finditer(text):
        found += _pieces(str(match.lastgroup), match.group(), french)
    if any(piece.kind == COLOUR and piece.text not in COLOUR_LETTERS for piece in found):
        # Among colours in full, "o" may be the Italian "or" as well as the letter of gold.
        return [Piece(GOLD_OR_CHOICE, "", "o") if piece.text == "o" else piece for piece in found]
    return found


def _pieces(shape: str, text: str, french: bool) -> list[Piece]:
    digits = re.sub(r"\D", "", text)
    match shape:
        case "card":
            return [Piece(CARD, f"D{digits[0]}-{int(digits[1:]):02}", text)]
        case "royal":
            return [Piece(CARD, f"R-{int(digits):02}", text)]
        case "held":
            return [Piece(CARD, text, text)]
        case "slot":
            return [Piece(CARD, f"{digits[0]}.{digits[1]}", text)]
        case "cells":
            pairs = (text[i : i + 2] for i in range(0, len(text), 2))
            names = ("".join(sorted(pair, reverse=True)) for pair in pairs)
            return [Piece(CELL, name, name) for name in names]
        case "number":
            return [Piece(NUMBER, text, text)]
        case "dash":
            return [Piece(DASH, text, text)]
        case "word":
            return _word(text, french)
    return [Piece(UNKNOWN, text, text)]


def _word(word: str, french: bool) -> list[Piece]:
    if word == "or":
        return [Piece(COLOUR, "gold", word) if french else Piece(GOLD_OR_CHOICE, "", word)]
    if word in FILLERS:
        return []
    found = {KINDS[word]} if word in KINDS else long_forms(word)
    if len(found) > 1:
        return [Piece(AMBIGUOUS, " ".join(sorted(meaning for _, meaning in found)), word)]
    if not found or (len(word) < SHORTEST_READ and word not in KINDS):
        return [Piece(UNKNOWN, word, word)]
    ((kind, meaning),) = found
    match kind:
        case "verb":
            return [Piece(RESERVE if meaning == "reserve" else VERB, meaning, word)]
        case "colour":
            return [Piece(COLOUR, meaning, word)]
        case "number":
            return [Piece(NUMBER, meaning, word)]
    return [Piece(_MARKS[meaning], meaning, word)]
