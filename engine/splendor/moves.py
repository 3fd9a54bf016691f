"""All legal moves, and their canonical text read strictly; `reading/` reads what people write."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.gems.moves import NoMoveError, an_id, only, read_canonical
from engine.gems.pieces import DECK_ROWS
from engine.splendor.card_moves import Buy, Keep, Reserve, legal_buys, legal_keeps, legal_reserves
from engine.splendor.facts import COLOUR_OF, GEM_OF
from engine.splendor.flow import Move
from engine.splendor.position import ACTION, DISCARD, EXTRA, KEEP, NOBLE, POST, Position
from engine.splendor.token_moves import (
    MOST_TAKEN,
    ChooseNoble,
    ChoosePost,
    Discard,
    Extra,
    Pass,
    Take,
    legal_discards,
    legal_extras,
    legal_nobles,
    legal_posts,
    legal_takes,
    must_pass,
)


def _legal_actions(position: Position) -> list[str]:
    # The kinds in the order of their words, so that the whole list is sorted.
    moves = legal_buys(position)
    moves += legal_reserves(position)
    moves += legal_takes(position)
    if not moves and must_pass(position):
        return ["pass"]
    return moves


_BY_PHASE = {
    ACTION: _legal_actions,
    EXTRA: legal_extras,
    KEEP: legal_keeps,
    DISCARD: legal_discards,
    NOBLE: legal_nobles,
    POST: legal_posts,
}


def legal_moves(position: Position) -> list[str]:
    """Return every legal move as canonical text, sorted; empty only when the game is over."""
    moves = _BY_PHASE.get(position.phase)
    return moves(position) if moves else []


_CARD_ID = re.compile(r"S[0-9]-[0-9]{2}")
_NOBLE_ID = re.compile(r"N-[0-9]{2}")
_POST_ID = re.compile(r"T[0-9]")
_PLACES = {"1": 1, "2": 2}


def _read_take(words: list[str]) -> Move:
    if not 1 <= len(words) <= MOST_TAKEN:
        raise NoMoveError
    colours = tuple(sorted(GEM_OF[word] for word in words))
    different = len(set(colours))
    is_pair = len(colours) == 2 and different == 1
    return Take(colours, is_pair=is_pair, is_three=different == MOST_TAKEN)


def _read_reserve(words: list[str]) -> Move:
    source = only(words)
    return Reserve(source if source in DECK_ROWS else an_id(_CARD_ID, source))


def _read_buy(words: list[str]) -> Move:
    card_id, gold = an_id(_CARD_ID, only(words[:1])), words[1:]
    if gold and (gold[0] != "gold" or len(gold) == 1):
        raise NoMoveError
    return Buy(card_id, tuple(sorted(GEM_OF[word] for word in gold[1:])))


def _read_pass(words: list[str]) -> Move:
    if words:
        raise NoMoveError
    return Pass()


def _read_discard(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    return Discard(tuple(sorted(COLOUR_OF[word] for word in words)))


_VERBS: dict[str, Callable[[list[str]], Move]] = {
    "take": _read_take,
    "extra": lambda words: Extra(GEM_OF[only(words)]),
    "reserve": _read_reserve,
    "keep": lambda words: Keep(_PLACES[only(words)]),
    "buy": _read_buy,
    "pass": _read_pass,
    "discard": _read_discard,
    "noble": lambda words: ChooseNoble(an_id(_NOBLE_ID, only(words))),
    "post": lambda words: ChoosePost(an_id(_POST_ID, only(words))),
}


@lru_cache(maxsize=2**14)
def read_move(text: str) -> Move:
    """Return the move of a canonical text; raise Unreadable for any other text."""
    return read_canonical(text, _VERBS)


@dataclass(frozen=True, slots=True)
class Option:
    """The parts of a canonical move."""

    move: str
    verb: str
    card: str | None = None
    """A card, a noble, a post, or a deck as `deck2`."""
    colours: tuple[str, ...] = ()
    """What is taken or discarded; in a purchase, what gold is paid for."""
    number: int | None = None
    """Which of two cards is kept."""


def option_of(move: str) -> Option:
    """Return the parts of a canonical move."""
    verb, *words = move.split()
    match verb:
        case "buy":
            return Option(move, verb, card=words[0], colours=tuple(words[2:]))
        case "reserve" | "noble" | "post":
            return Option(move, verb, card=words[0])
        case "keep":
            return Option(move, verb, number=int(words[0]))
    return Option(move, verb, colours=tuple(words))
