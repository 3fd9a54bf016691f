"""Reading a foreign JSON value part by part: each reader returns the part or tells all its faults.

No reader trusts anything: any value of any type may stand anywhere.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.contract import Outcome
from engine.duel.board import CELLS
from engine.duel.cards import CARD_OF, CARDS_OF_LEVEL, LEVELS, MARKET_SLOTS, ROYAL_OF, Card, Royal
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


def _gathered(readings: Iterable[tuple[str, Callable[[], Item]]]) -> list[Item]:
    """Return what all the readings give, or tell the faults of all, each with its name."""
    items, faults = [], []
    for name, read in readings:
        try:
            items.append(read())
        except Wrong as wrong:
            faults += [f"{name} {fault}".lstrip() for fault in wrong.args]
    if faults:
        raise Wrong(*faults)
    return items


def _members(
    value: object, readers: Mapping[str, Callable[[object], Any]], called: str = ""
) -> list[Any]:
    """Return the members of an object, each read; `called` is said before their keys."""
    members = value if type(value) is dict else {}
    readings: list[tuple[str, Callable[[], Any]]] = [("", partial(a_dict, value, readers))]
    for key, read in readers.items():
        if key in members:
            readings.append((called + key, partial(read, members[key])))
    _, *items = _gathered(readings)
    return items


def a_list(value: object, read: Callable[[object], Item], most: int) -> list[Item]:
    """Return a list of at most so many items, each read."""
    if type(value) is not list:
        raise Wrong("must be a list")
    if len(value) > most:
        raise Wrong(f"must have at most {most} items")
    return _gathered((f"item {n}", partial(read, item)) for n, item in enumerate(value, 1))


def an_int(low: int, high: int) -> Callable[[object], int]:
    """Return a reader of whole numbers in that range; True and 1.0 are none."""
    wanted = f"a whole number from {low} to {high}" if low < high else f"the number {low}"

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Wrong(f"must be {wanted}")
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
    return _members(value, _TOKEN_COUNTS)


def decks(value: object) -> list[tuple[Card, ...]]:
    """Return the three decks."""
    return _by_level(value, _a_deck)


def market(value: object) -> list[list[Card | None]]:
    """Return the three rows of the market, with None for an empty slot."""
    return _by_level(value, _a_market_row)


def _by_level(value: object, read: Callable[[int, object], Item]) -> list[Item]:
    readers = {str(level): partial(read, level) for level in LEVELS}
    return _members(value, readers, called="level ")


def _a_deck(level: int, value: object) -> tuple[Card, ...]:
    return tuple(a_list(value, _card_of_level(level), len(CARDS_OF_LEVEL[level])))


def _a_market_row(level: int, value: object) -> list[Card | None]:
    a_card = _card_of_level(level)
    slots = MARKET_SLOTS[level]
    row = a_list(value, lambda item: None if item is None else a_card(item), slots)
    if len(row) != slots:
        raise Wrong(f"must have {slots} slots")
    return row


def _card_of_level(level: int) -> Callable[[object], Card]:
    ids = {card.id: card for card in CARDS_OF_LEVEL[level]}
    return one_of(ids, f"the id of a card of level {level}")


def royals(value: object) -> list[Royal]:
    """Return royals by their ids."""
    return a_list(value, one_of(ROYAL_OF, "the id of a royal"), len(ROYAL_OF))


def reserved_cards(value: object) -> list[tuple[Card, bool]]:
    """Return a player's reserve: each card, and whether it came from a deck."""
    return a_list(value, _a_reserved_card, MOST_RESERVED)


def _a_reserved_card(value: object) -> tuple[Card, bool]:
    card, from_deck = _members(value, {"id": _a_card, "from": _from_deck})
    return card, from_deck


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
    card, colour = _members(value, {"id": _a_card, "color": _a_colour_or_null})
    return card, colour


def a_result(value: object) -> Outcome | None:
    """Return null as None, or one winner with the reasons."""
    if value is None:
        return None
    winners, by = _members(value, {"winners": _winners, "by": _reasons})
    if len(winners) != 1 or not by:
        raise Wrong("must name one winner and at least one reason")
    return Outcome(tuple(winners), tuple(by))


def _winners(value: object) -> list[int]:
    return a_list(value, an_int(0, 1), 2)


def _reasons(value: object) -> list[str]:
    names = ("points", "crowns", "colour")
    return a_list(value, one_of({name: name for name in names}, "a reason"), len(names))


def _a_colour_or_null(value: object) -> int | None:
    return None if value is None else _a_colour(value)


_a_card = one_of(CARD_OF, "the id of a card")
_a_colour = one_of(COLOUR_OF, "a colour")
_from_deck = one_of({"market": False, "deck": True}, "“market” or “deck”")
_TOKEN_COUNTS = {name: an_int(0, most) for name, most in zip(COLOURS, TOKENS_IN_ALL, strict=True)}
