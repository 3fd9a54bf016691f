"""All legal moves, and their canonical text read strictly; `reading/` reads what people write."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.duel.card_moves import Buy, Reserve, TakeRoyal, legal_buys, legal_reserves, legal_royals
from engine.duel.facts import CELL_OF, COLOUR_OF, GOLD, LINES, PEARL
from engine.duel.flow import Move
from engine.duel.position import ACTION, DISCARD, ROYAL, START, STEAL, TOKEN, Position
from engine.duel.token_moves import (
    Discard,
    Replenish,
    Steal,
    Take,
    Token,
    Use,
    legal_discards,
    legal_steals,
    legal_takes,
    legal_tokens,
    legal_uses,
)
from engine.gems.moves import NoMoveError, an_id, only, read_canonical
from engine.gems.pieces import DECK_ROWS


def _legal_at_start(position: Position) -> list[str]:
    # The kinds in the order of their words, so that the whole list is sorted.
    moves = legal_buys(position)
    if any(position.bag):
        moves.append("replenish")
    moves += legal_reserves(position)
    moves += legal_takes(position)
    moves += legal_uses(position)
    return moves


def _legal_actions(position: Position) -> list[str]:
    return legal_buys(position) + legal_reserves(position) + legal_takes(position)


_BY_PHASE = {
    START: _legal_at_start,
    ACTION: _legal_actions,
    TOKEN: legal_tokens,
    STEAL: legal_steals,
    ROYAL: legal_royals,
    DISCARD: legal_discards,
}


def legal_moves(position: Position) -> list[str]:
    """Return every legal move as canonical text, sorted; empty only when the game is over."""
    moves = _BY_PHASE.get(position.phase)
    return moves(position) if moves else []


_CARD_ID = re.compile(r"D[0-9]-[0-9]{2}")
_ROYAL_ID = re.compile(r"R-[0-9]{2}")


def _read_colour(word: str, last: int) -> int:
    colour = COLOUR_OF[word]
    if colour > last:
        raise NoMoveError
    return colour


def _read_replenish(words: list[str]) -> Move:
    if words:
        raise NoMoveError
    return Replenish()


def _read_take(words: list[str]) -> Move:
    if not 1 <= len(words) <= 3 or len(set(words)) < len(words):
        raise NoMoveError
    cells = tuple(sorted(CELL_OF[word] for word in words))
    return Take(cells, LINES.get(cells, 0))


def _read_reserve(words: list[str]) -> Move:
    if len(words) != 2:
        raise NoMoveError
    cell, source = words
    if source not in DECK_ROWS:
        an_id(_CARD_ID, source)
    return Reserve(CELL_OF[cell], source)


def _read_buy(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    card_id = an_id(_CARD_ID, words.pop(0))
    colour = None
    if words[:1] == ["as"]:
        colour = _read_colour(only(words[1:2]), PEARL - 1)
        words = words[2:]
    gold: list[int] = []
    if words:
        if words[0] != "gold" or len(words) == 1:
            raise NoMoveError
        gold = sorted(_read_colour(word, PEARL) for word in words[1:])
    return Buy(card_id, colour, tuple(gold))


def _read_discard(words: list[str]) -> Move:
    if not words:
        raise NoMoveError
    return Discard(tuple(sorted(_read_colour(word, GOLD) for word in words)))


_VERBS: dict[str, Callable[[list[str]], Move]] = {
    "use": lambda words: Use(CELL_OF[only(words)]),
    "replenish": _read_replenish,
    "take": _read_take,
    "reserve": _read_reserve,
    "buy": _read_buy,
    "token": lambda words: Token(CELL_OF[only(words)]),
    "steal": lambda words: Steal(_read_colour(only(words), PEARL)),
    "royal": lambda words: TakeRoyal(an_id(_ROYAL_ID, only(words))),
    "discard": _read_discard,
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
    cells: tuple[str, ...] = ()
    card: str | None = None
    """A card, a royal, or a deck as `deck2`."""
    wild: str | None = None
    """The colour a wild card is to take."""
    colours: tuple[str, ...] = ()
    """What is stolen or discarded; in a purchase, what gold is paid for."""


def option_of(move: str) -> Option:
    """Return the parts of a canonical move."""
    verb, *words = move.split()
    match verb:
        case "buy":
            card, *rest = words
            wild = rest[1] if rest[:1] == ["as"] else None
            gold = rest[rest.index("gold") + 1 :] if "gold" in rest else []
            return Option(move, verb, card=card, wild=wild, colours=tuple(gold))
        case "reserve":
            return Option(move, verb, cells=(words[0],), card=words[1])
        case "royal":
            return Option(move, verb, card=words[0])
        case "steal" | "discard":
            return Option(move, verb, colours=tuple(words))
    return Option(move, verb, cells=tuple(words))
