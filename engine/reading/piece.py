"""The kinds of pieces of a text: what a word, card, number or mark is there for.

A kind is one letter, so that rules on how pieces hang together can be stated as regular
expressions over kinds. A game may add kinds of its own.
"""

from collections.abc import Iterable
from typing import NamedTuple

VERB = "v"
CARD = "k"
COLOUR = "h"
NUMBER = "n"
ORDINAL = "o"
FACT = "q"
THEN = ";"
I = "s"  # noqa: E741
MODAL = "m"
SO = "z"
ARTICLE = "a"
MY = "y"
YOUR = "Y"
YOU = "u"
TO_YOU = "U"
ON = "p"
FROM = "f"
TO = "t"
AT = "A"
FOR = "F"
WITH = "W"
PAY = "x"
FREE = "N"
AS = "S"
INSTEAD = "i"
DECK = "D"
TOP = "T"
BLIND = "B"
LEVEL = "L"
CARD_WORD = "C"
RESERVED = "R"
GEM = "g"
OPPONENT = "O"
AND = "&"
TIMES = "X"
COLOUR_WORD = "H"
COMMA = ","
COLON = ":"
EQUALS = "="
DASH = "-"
OPEN = "<"
CLOSE = ">"
CLAIM = "M"
NAME = "E"
UNKNOWN = "!"
AMBIGUOUS = "j"
GOLD_OR_CHOICE = "J"

MARK_WORDS = {
    "then": THEN,
    "i": I,
    "modal": MODAL,
    "so": SO,
    "article": ARTICLE,
    "my": MY,
    "your": YOUR,
    "you": YOU,
    "to_you": TO_YOU,
    "on": ON,
    "from": FROM,
    "to": TO,
    "at": AT,
    "for": FOR,
    "with": WITH,
    "pay": PAY,
    "free": FREE,
    "as": AS,
    "instead": INSTEAD,
    "deck": DECK,
    "top": TOP,
    "blind": BLIND,
    "level": LEVEL,
    "card": CARD_WORD,
    "reserved": RESERVED,
    "token": GEM,
    "opponent": OPPONENT,
    "and": AND,
    "times": TIMES,
    "colour": COLOUR_WORD,
}
KINDS_OF_WORDS = {
    "verb": VERB,
    "colour": COLOUR,
    "number": NUMBER,
    "ordinal": ORDINAL,
    "fact": FACT,
}
UNCLEAR_KINDS = {"unknown": UNKNOWN, "choice": GOLD_OR_CHOICE}
SIGNS = {
    ",": COMMA,
    ":": COLON,
    "=": EQUALS,
    "(": OPEN,
    "[": OPEN,
    ")": CLOSE,
    "]": CLOSE,
    "&": AND,
    "+": AND,
    "×": TIMES,
    "->": DASH,
    "→": DASH,
    ";": THEN,
    ".": THEN,
    "!": THEN,
    "\n": THEN,
}


class Piece(NamedTuple):
    """A part of the text: its kind, its canonical value and how it was written.

    `times` is the number that belongs to a colour, 0 where none was written. `guessed` says that
    a misspelt word was taken for this one.
    """

    kind: str
    value: str
    text: str
    times: int = 0
    guessed: bool = False


def kinds_of(pieces: Iterable[Piece]) -> str:
    """Return the kinds of the pieces as one text."""
    return "".join([piece.kind for piece in pieces])


def written(pieces: Iterable[Piece]) -> str:
    """Return the pieces as they were written."""
    return " ".join([piece.text for piece in pieces])
