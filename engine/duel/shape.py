"""Reading a foreign JSON value part by part: each reader returns the part or tells all its faults.

No reader trusts anything: any value of any type may stand anywhere.
"""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from engine.contract import Outcome
from engine.duel.board import CELLS
from engine.duel.cards import CARD_OF, LEVELS, MARKET_SLOTS, ROYAL_OF, Card, Royal
from engine.duel.colours import COLOUR_OF, COLOURS, EMPTY, TOKENS_IN_ALL
from engine.duel.position import MOST_RESERVED

Item = TypeVar("Item")


class Wrong(Exception):
    """A part that cannot be read; its arguments are its faults."""


def a_dict(value: object, keys: Collection[str]) -> dict[str, Any]:
    """Return an object that has exactly those keys."""
    if type(value) is not dict:
        raise Wrong("must be an object")
    faults = [f"lacks the key {key!r}" for key in keys if key not in value]
    strange = [str(key)[:40] for key in value if key not in keys]
    if strange:
        faults.append(f"has {len(strange)} unknown key(s), such as {min(strange)!r}")
    if faults:
        raise Wrong(*faults)
    return value


def a_list(value: object, read: Callable[[object], Item], most: int) -> list[Item]:
    """Return a list of at most so many items, each read."""
    if type(value) is not list:
        raise Wrong("must be a list")
    if len(value) > most:
        raise Wrong(f"must have at most {most} items")
    items, faults = [], []
    for number, item in enumerate(value, 1):
        try:
            items.append(read(item))
        except Wrong as wrong:
            faults += [f"item {number} {fault}" for fault in wrong.args]
    if faults:
        raise Wrong(*faults)
    return items


def an_int(low: int, high: int) -> Callable[[object], int]:
    """Return a reader of whole numbers in that range; True and 1.0 are none."""

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Wrong(f"must be a whole number from {low} to {high}")
        return value

    return read


def a_bool(value: object) -> bool:
    """Return true or false."""
    if type(value) is not bool:
        raise Wrong("must be true or false")
    return value


def no_options(value: object) -> None:
    """Read the empty object: the game has no options."""
    a_dict(value, ())


def a_seat_or_null(value: object) -> int | None:
    """Return a seat, or null as None."""
    return None if value is None else an_int(0, 1)(value)


def two_items(value: object) -> list[Any]:
    """Return a list of two, whatever they are."""
    if type(value) is not list or len(value) != 2:
        raise Wrong("must be a list of two")
    return value


def one_of(table: dict[str, Item], what: str) -> Callable[[object], Item]:
    """Return a reader of names that the table knows."""

    def read(value: object) -> Item:
        if type(value) is not str or value not in table:
            raise Wrong(f"must be {what}")
        return table[value]

    return read


def a_seed(value: object) -> bytes:
    """Return the seed of 64 hex digits."""
    if type(value) is not str or len(value) != 64 or set(value) - set("0123456789abcdefABCDEF"):
        raise Wrong("must be 64 hex digits")
    return bytes.fromhex(value)


def a_cell(value: object) -> int:
    """Return what lies on a cell: a colour, or EMPTY for null."""
    return EMPTY if value is None else _a_colour(value)


def a_board(value: object) -> list[int]:
    """Return the 25 cells."""
    board = a_list(value, a_cell, len(CELLS))
    if len(board) != len(CELLS):
        raise Wrong(f"must have {len(CELLS)} cells")
    return board


def token_counts(value: object) -> list[int]:
    """Return the numbers of an object with all seven colours."""
    counts, faults = [], []
    for colour, number in _by_colour(a_dict(value, COLOURS)):
        try:
            counts.append(an_int(0, TOKENS_IN_ALL[colour])(number))
        except Wrong as wrong:
            faults += [f"{COLOURS[colour]} {fault}" for fault in wrong.args]
    if faults:
        raise Wrong(*faults)
    return counts


def _by_colour(named: dict[str, Any]) -> list[tuple[int, Any]]:
    return [(colour, named[name]) for colour, name in enumerate(COLOURS)]


def decks(value: object) -> list[tuple[Card, ...]]:
    """Return the three decks, each with cards of its level."""
    return [
        tuple(_cards_of_level(deck, level, most=len(CARD_OF))) for level, deck in _by_level(value)
    ]


def market(value: object) -> list[list[Card | None]]:
    """Return the three rows of the market, with null for an empty slot."""
    rows: list[list[Card | None]] = []
    for level, row in _by_level(value):
        slots = MARKET_SLOTS[level]
        if type(row) is not list or len(row) != slots:
            raise Wrong(f"must have {slots} slots in level {level}")
        there = iter(_cards_of_level([name for name in row if name is not None], level, most=slots))
        rows.append([None if name is None else next(there) for name in row])
    return rows


def _by_level(value: object) -> list[tuple[int, Any]]:
    named = a_dict(value, [str(level) for level in LEVELS])
    return [(level, named[str(level)]) for level in LEVELS]


def _cards_of_level(value: object, level: int, most: int) -> list[Card]:
    cards = a_list(value, _a_card, most)
    faults = [f"has {card.id} in level {level}" for card in cards if card.level != level]
    if faults:
        raise Wrong(*faults)
    return cards


def royals(value: object) -> list[Royal]:
    """Return royals by their ids."""
    return a_list(value, one_of(ROYAL_OF, "the id of a royal"), len(ROYAL_OF))


def reserved_cards(value: object) -> list[tuple[Card, bool]]:
    """Return a player's reserve: each card, and whether it came from a deck."""
    return a_list(value, _a_reserved_card, MOST_RESERVED)


def _a_reserved_card(value: object) -> tuple[Card, bool]:
    entry = a_dict(value, ("id", "from"))
    card = _a_card(entry["id"])
    return card, one_of({"market": False, "deck": True}, "from the market or a deck")(entry["from"])


def bought_cards(value: object) -> list[tuple[Card, int | None]]:
    """Return a player's cards and their colours, in order of purchase."""
    cards = a_list(value, _a_bought_card, len(CARD_OF))
    faults = []
    bonuses: set[int | None] = set()
    for card, colour in cards:
        if not card.wild and colour != card.colour:
            faults.append(f"has {card.id} in a colour that is not its own")
        elif card.wild and colour not in bonuses:
            faults.append(f"has the wild card {card.id} in a colour without an earlier bonus")
        if card.bonus and not card.wild:
            bonuses.add(colour)
    if faults:
        raise Wrong(*faults)
    return cards


def _a_bought_card(value: object) -> tuple[Card, int | None]:
    entry = a_dict(value, ("id", "color"))
    return _a_card(entry["id"]), None if entry["color"] is None else _a_colour(entry["color"])


def a_result(value: object) -> Outcome | None:
    """Return null as None, or one winner with the reasons."""
    if value is None:
        return None
    entry = a_dict(value, ("winners", "by"))
    winners = a_list(entry["winners"], an_int(0, 1), 2)
    by = a_list(entry["by"], one_of({r: r for r in ("points", "crowns", "colour")}, "a reason"), 3)
    if len(winners) != 1 or not by:
        raise Wrong("must name one winner and at least one reason")
    return Outcome(tuple(winners), tuple(by))


_a_card = one_of(CARD_OF, "the id of a card")
_a_colour = one_of(COLOUR_OF, "a colour")
