"""The canonical text of moves, read strictly. What people write is the business of `reading/`."""

import re
from collections.abc import Callable
from functools import lru_cache

from engine.gems.market import DECK_ROWS
from engine.gems.notation import NoMoveError, an_id, only, read_canonical
from engine.splendor.buying import Buy
from engine.splendor.choices import ChooseNoble, ChoosePost, Discard, Pass
from engine.splendor.colours import COLOUR_OF, GEM_OF
from engine.splendor.move import Move
from engine.splendor.reserving import Keep, Reserve
from engine.splendor.taking import MOST_TAKEN, Extra, Take

_CARD_ID = re.compile(r"S[0-9]-[0-9]{2}")
_NOBLE_ID = re.compile(r"N-[0-9]{2}")
_POST_ID = re.compile(r"T[0-9]")
_PLACES = {"1": 1, "2": 2}


def _take(words: list[str]) -> Move:
    if not 1 <= len(words) <= MOST_TAKEN:
        raise NoMoveError
    colours = tuple(sorted(GEM_OF[word] for word in words))
    different = len(set(colours))
    is_pair = len(colours) == 2 and different == 1
    return Take(colours, is_pair=is_pair, is_three=different == MOST_TAKEN)


def _reserve(words: list[str]) -> Move:
    source = only(words)
    return Reserve(source if source in DECK_ROWS else an_id(_CARD_ID, source))


def _buy(words: list[str]) -> Move:
    card_id, gold = an_id(_CARD_ID, only(words[:1])), words[1:]
    if gold and (gold[0] != "gold" or len(gold) == 1):
        raise NoMoveError
    return Buy(card_id, tuple(sorted(GEM_OF[word] for word in gold[1:])))


def _pass(words: list[str]) -> Move:
    if words:
        raise NoMoveError
    return Pass()


def _discard(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    return Discard(tuple(sorted(COLOUR_OF[word] for word in words)))


_VERBS: dict[str, Callable[[list[str]], Move]] = {
    "take": _take,
    "extra": lambda words: Extra(GEM_OF[only(words)]),
    "reserve": _reserve,
    "keep": lambda words: Keep(_PLACES[only(words)]),
    "buy": _buy,
    "pass": _pass,
    "discard": _discard,
    "noble": lambda words: ChooseNoble(an_id(_NOBLE_ID, only(words))),
    "post": lambda words: ChoosePost(an_id(_POST_ID, only(words))),
}


@lru_cache(maxsize=2**14)
def read_move(text: str) -> Move:
    """Return the move of a canonical text; raise Unreadable for any other text."""
    return read_canonical(text, _VERBS)
