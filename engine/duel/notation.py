"""The canonical text of moves, read strictly. What people write is the business of `reading/`."""

import re
from collections.abc import Callable
from functools import lru_cache

from engine.duel.board import CELL_OF, LINES
from engine.duel.buying import Buy
from engine.duel.choices import Discard, Steal, TakeRoyal, Token
from engine.duel.colours import COLOUR_OF, GOLD, PEARL
from engine.duel.move import Move
from engine.duel.reserving import Reserve
from engine.duel.taking import Replenish, Take, Use
from engine.gems.market import DECK_ROWS
from engine.gems.notation import NoMoveError, an_id, only, read_canonical

_CARD_ID = re.compile(r"D[0-9]-[0-9]{2}")
_ROYAL_ID = re.compile(r"R-[0-9]{2}")


def _colour(word: str, last: int) -> int:
    colour = COLOUR_OF[word]
    if colour > last:
        raise NoMoveError
    return colour


def _replenish(words: list[str]) -> Move:
    if words:
        raise NoMoveError
    return Replenish()


def _take(words: list[str]) -> Move:
    if not 1 <= len(words) <= 3 or len(set(words)) < len(words):
        raise NoMoveError
    cells = tuple(sorted(CELL_OF[word] for word in words))
    return Take(cells, LINES.get(cells, 0))


def _reserve(words: list[str]) -> Move:
    if len(words) != 2:
        raise NoMoveError
    cell, source = words
    if source not in DECK_ROWS:
        an_id(_CARD_ID, source)
    return Reserve(CELL_OF[cell], source)


def _buy(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    card_id = an_id(_CARD_ID, words.pop(0))
    colour = None
    if words[:1] == ["as"]:
        colour = _colour(only(words[1:2]), PEARL - 1)
        words = words[2:]
    gold: list[int] = []
    if words:
        if words[0] != "gold" or len(words) == 1:
            raise NoMoveError
        gold = sorted(_colour(word, PEARL) for word in words[1:])
    return Buy(card_id, colour, tuple(gold))


def _discard(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    return Discard(tuple(sorted(_colour(word, GOLD) for word in words)))


_VERBS: dict[str, Callable[[list[str]], Move]] = {
    "use": lambda words: Use(CELL_OF[only(words)]),
    "replenish": _replenish,
    "take": _take,
    "reserve": _reserve,
    "buy": _buy,
    "token": lambda words: Token(CELL_OF[only(words)]),
    "steal": lambda words: Steal(_colour(only(words), PEARL)),
    "royal": lambda words: TakeRoyal(an_id(_ROYAL_ID, only(words))),
    "discard": _discard,
}


@lru_cache(maxsize=2**14)
def read_move(text: str) -> Move:
    """Return the move of a canonical text; raise Unreadable for any other text."""
    return read_canonical(text, _VERBS)
