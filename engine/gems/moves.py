"""Moves of games of gems: what all have in common, and their canonical texts, read strictly."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.errors import Illegal, Unreadable
from engine.gems.pieces import EventSink


class WithPhase(Protocol):
    """A position, as far as refusals need to know it."""

    phase: str


Position = TypeVar("Position", bound=WithPhase)


class AnyMove(ABC, Generic[Position]):
    """One decision of one seat. Its rule and its effect stand side by side in `play`."""

    __slots__ = ()

    awaited: ClassVar[Mapping[str, str]]
    """What is awaited in each phase, as the reason for which all else is refused there."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The canonical text, from which the game's `read_move` makes an equal move."""

    @abstractmethod
    def play(self, position: Position, events: EventSink) -> None:
        """Make the move in place, or raise Illegal and change nothing."""

    def refusal(self, reason: str) -> Illegal:
        """Return the error to raise: a sentence that names the move and the reason."""
        return Illegal(f"“{self.text}” is not legal here: {reason}.")

    def refusal_in_phase(self, position: Position) -> Illegal:
        """Return the error to raise because another kind of move is awaited."""
        return self.refusal(self.awaited[position.phase])


LONGEST_TEXT = 120
"""Far more than any legal move needs."""


class NoMoveError(Exception):
    """The words are no move."""


MadeMove = TypeVar("MadeMove", bound=AnyMove[Any])


def read_canonical(text: str, verbs: Mapping[str, Callable[[list[str]], MadeMove]]) -> MadeMove:
    """Return the move of a canonical text; raise Unreadable for any other text."""
    # Each verb has a reader of the words that follow it; it raises NoMoveError or KeyError.
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
    """Return the word if it has the shape of an id."""
    # That is enough: a card that does not exist is refused like one that is out of reach, so a
    # refusal never tells where a hidden card is.
    if not pattern.fullmatch(word):
        raise NoMoveError
    return word


def _shown(text: str) -> str:
    """Return a foreign text so that it can be part of a sentence anywhere."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:LONGEST_TEXT])
    return shown if len(text) <= LONGEST_TEXT else shown + "…"
