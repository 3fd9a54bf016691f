"""The canonical text of moves, read strictly. What people write is the business of `reading/`."""

import re
from collections.abc import Callable
from functools import lru_cache

from engine.duel.board import CELL_OF, LINES
from engine.duel.buying import Buy
from engine.duel.choices import Discard, Steal, TakeRoyal, Token
from engine.duel.colours import COLOUR_OF, GOLD, PEARL
from engine.duel.move import Move
from engine.duel.reserving import DECK_ROWS, Reserve
from engine.duel.taking import Replenish, Take, Use
from engine.errors import Unreadable

LONGEST_TEXT = 120
"""Far more than any legal move needs."""

# The shape of an id is enough here: a card that does not exist is refused like one that is
# out of reach, so that a refusal never tells where a hidden card is.
_CARD_ID = re.compile(r"D[0-9]-[0-9]{2}")
_ROYAL_ID = re.compile(r"R-[0-9]{2}")


class _NoMoveError(Exception):
    """The words are no move."""


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise _NoMoveError
    return words[0]


def _id(pattern: re.Pattern[str], word: str) -> str:
    if not pattern.fullmatch(word):
        raise _NoMoveError
    return word


def _colour(word: str, last: int) -> int:
    colour = COLOUR_OF[word]
    if colour > last:
        raise _NoMoveError
    return colour


def _replenish(words: list[str]) -> Move:
    if words:
        raise _NoMoveError
    return Replenish()


def _take(words: list[str]) -> Move:
    if not 1 <= len(words) <= 3 or len(set(words)) < len(words):
        raise _NoMoveError
    cells = tuple(sorted(CELL_OF[word] for word in words))
    return Take(cells, LINES.get(cells, 0))


def _reserve(words: list[str]) -> Move:
    if len(words) != 2:
        raise _NoMoveError
    cell, source = words
    if source not in DECK_ROWS:
        _id(_CARD_ID, source)
    return Reserve(CELL_OF[cell], source)


def _buy(words: list[str]) -> Move:
    if not words:
        raise _NoMoveError
    card_id = _id(_CARD_ID, words.pop(0))
    colour = None
    if words[:1] == ["as"]:
        colour = _colour(_one(words[1:2]), PEARL - 1)
        words = words[2:]
    gold: list[int] = []
    if words:
        if words[0] != "gold" or len(words) == 1:
            raise _NoMoveError
        gold = sorted(_colour(word, PEARL) for word in words[1:])
    return Buy(card_id, colour, tuple(gold))


def _discard(words: list[str]) -> Move:
    if not words:
        raise _NoMoveError
    return Discard(tuple(sorted(_colour(word, GOLD) for word in words)))


_VERBS: dict[str, Callable[[list[str]], Move]] = {
    "use": lambda words: Use(CELL_OF[_one(words)]),
    "replenish": _replenish,
    "take": _take,
    "reserve": _reserve,
    "buy": _buy,
    "token": lambda words: Token(CELL_OF[_one(words)]),
    "steal": lambda words: Steal(_colour(_one(words), PEARL)),
    "royal": lambda words: TakeRoyal(_id(_ROYAL_ID, _one(words))),
    "discard": _discard,
}


@lru_cache(maxsize=2**14)
def read_move(text: str) -> Move:
    """Return the move of a canonical text; raise Unreadable for any other text."""
    if len(text) <= LONGEST_TEXT:
        verb, *words = text.split(" ")
        try:
            move = _VERBS[verb](words)
        except (KeyError, _NoMoveError):
            pass
        else:
            if move.text == text:
                return move
            raise Unreadable(f"“{_shown(text)}” must be written “{move.text}”.")
    raise Unreadable(f"“{_shown(text)}” is not the text of a move.")


def _shown(text: str) -> str:
    """Return a foreign text so that it can be part of a sentence anywhere."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:LONGEST_TEXT])
    return shown if len(text) <= LONGEST_TEXT else shown + "…"
