"""Canonical texts of moves, read strictly: any other text of the same move is refused."""

import re
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from engine.errors import Unreadable

LONGEST_TEXT = 120
"""Far more than any legal move needs."""


class NoMoveError(Exception):
    """The words are no move."""


class WithText(Protocol):
    """A move, as far as its text is concerned."""

    @property
    def text(self) -> str:
        """The canonical text."""


AnyMove = TypeVar("AnyMove", bound=WithText)


def read_canonical(text: str, verbs: Mapping[str, Callable[[list[str]], AnyMove]]) -> AnyMove:
    """Return the move of a canonical text; raise Unreadable for any other text.

    Each verb has a reader of the words that follow it; it raises NoMoveError or KeyError.
    """
    if len(text) <= LONGEST_TEXT:
        verb, *words = text.split(" ")
        try:
            move = verbs[verb](words)
        except (KeyError, NoMoveError):
            pass
        else:
            if move.text == text:
                return move
            raise Unreadable(f"“{_shown(text)}” must be written “{move.text}”.")
    raise Unreadable(f"“{_shown(text)}” is not the text of a move.")


def only(words: list[str]) -> str:
    """Return the only word."""
    if len(words) != 1:
        raise NoMoveError
    return words[0]


def an_id(pattern: re.Pattern[str], word: str) -> str:
    """Return the word if it has the shape of an id.

    The shape is enough: a card that does not exist is refused like one that is out of reach, so
    that a refusal never tells where a hidden card is.
    """
    if not pattern.fullmatch(word):
        raise NoMoveError
    return word


def _shown(text: str) -> str:
    """Return a foreign text so that it can be part of a sentence anywhere."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:LONGEST_TEXT])
    return shown if len(text) <= LONGEST_TEXT else shown + "…"
