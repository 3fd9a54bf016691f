"""A person's text cut into tokens: words, numbers, marks, and what only one game knows.

Nothing is left out: a sign that means nothing to any game is a token too, so that it can be
refused. Only quotation marks, stars and smileys say nothing and are dropped.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.languages import table_in, words_in

WORD = "word"
NUMBER = "number"
ORDINAL = "ordinal"
MARK = "mark"
OTHER = "other"
"""Shapes of tokens; a game adds its own."""

LINE_END = "\n"


def words(text: str) -> frozenset[str]:
    """Return the words of a list written as one text."""
    return frozenset(text.split())


class Token(NamedTuple):
    """A part of the text.

    `text` is what was written, `plain` the same in lower case and without accents: what word
    lists are compared with. `guessed` says that a slip of the pen was corrected in `plain`.
    """

    text: str
    plain: str
    shape: str
    guessed: bool = False

    @property
    def is_capital(self) -> bool:
        """Whether it is a word that is written like a name."""
        return self.shape == WORD and self.text[:1].isupper()


_SIGNS = str.maketrans(
    dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("’‘´`", "'") | dict.fromkeys("ªº", "°")
)
_ORDINAL_ENDINGS = "|".join(sorted(words_in("ordinal_endings"), key=len, reverse=True))
_GENERIC = rf"""
    | (?P<smile>(?:(?<=\s)|^) [:;=]-?[)(] (?=\s|$) | [🙂😀😃😄😁😊😉☺👍🙏👋🎲💎️])
    | (?P<ordinal>\b[0-9]{{1,2}} (?:{_ORDINAL_ENDINGS}) (?!\w))
    | (?P<number>[0-9]+)
    | (?P<word>[^\W\d_]+ (?:['-][^\W\d_]+(?!\w))* '?)
    | (?P<mark>\n|->|→|-+|\.\.+|[,;.!?:()\[\]=+&/×])
    | (?P<quiet>[\s"'«»“”„*_]+)
    | (?P<other>.)
"""
_CONTRACTIONS = table_in("contractions")
_ELISIONS = table_in("elisions")
"""How a word with an apostrophe begins that is no word of another language."""

NEGATING_ENDINGS = tuple(words_in("negating_ending"))


@lru_cache(maxsize=8)
def _pattern(shapes: str) -> re.Pattern[str]:
    return re.compile(shapes + _GENERIC, re.VERBOSE | re.IGNORECASE | re.MULTILINE)


@lru_cache(maxsize=2**12)
def plain(text: str) -> str:
    """Return the text in lower case, without accents and invisible characters."""
    letters = unicodedata.normalize("NFKD", text.translate(_SIGNS)).casefold()
    return "".join(c for c in letters if unicodedata.category(c) not in ("Mn", "Cf"))


def cut(text: str, shapes: str, compounds: Iterable[str] = ()) -> list[Token]:
    """Return the tokens of the text; words with a hyphen are taken apart, but for `compounds`."""
    # `shapes` is a verbose regular expression, its named groups a game's shapes: these come first.
    found: list[Token] = []
    for match in _pattern(shapes).finditer(_visible(text)):
        shape, written = str(match.lastgroup), match.group()
        if shape == "quiet" and LINE_END in written:
            found.append(Token(LINE_END, LINE_END, MARK))
        elif shape == WORD:
            found += _words(written, frozenset(compounds))
        elif shape not in ("quiet", "smile"):
            found.append(Token(written, plain(written), shape))
    return found


def rewritten(text: str, shapes: str, rewrite: Callable[[str, str], str]) -> str:
    """Return the text with every token as `rewrite` gives it, called with its shape and text."""
    # All else stays, but for signs that look alike and invisible characters.
    return "".join(
        rewrite(str(match.lastgroup), match.group())
        for match in _pattern(shapes).finditer(_visible(text))
    )


def _visible(text: str) -> str:
    """Return the text with ends of lines and signs of one kind, without what nobody can see."""
    text = re.sub(r"\r\n?|[\u2028\u2029\v\f\x85]", "\n", text.translate(_SIGNS))
    text = unicodedata.normalize("NFKC", text)
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


def _words(written: str, compounds: frozenset[str]) -> list[Token]:
    """Return a word, or the words that an apostrophe or a hyphen joins."""
    whole = plain(written)
    if whole in _CONTRACTIONS:
        return [Token(written, part, WORD) for part in _CONTRACTIONS[whole].split()]
    if whole in compounds or whole.endswith(NEGATING_ENDINGS):
        return [Token(written, whole, WORD)]
    found: list[Token] = []
    for number, part in enumerate(written.split("-")):
        if number:
            found.append(Token("-", "-", MARK))
        for begins, instead in _ELISIONS.items():
            if part.lower().startswith(begins):
                part = instead + part[len(begins) :]  # noqa: PLW2901
        found += [Token(piece, plain(piece), WORD) for piece in part.split("'") if piece]
    return found
