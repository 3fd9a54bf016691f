"""The parts of a foreign position of Splendor Duel, each by its reader."""

from typing import Any

from engine.contract import Outcome
from engine.duel.board import CELLS
from engine.duel.cards import CARD_OF, CARDS_OF_LEVEL, MARKET_SLOTS, ROYAL_OF, Card, Royal
from engine.duel.colours import COLOUR_OF, COLOURS, EMPTY, TOKENS_IN_ALL
from engine.duel.position import MOST_RESERVED
from engine.gems.shape import (
    Wrong,
    a_dict,
    a_list,
    a_name_of,
    an_int,
    by_level,
    card_of_level,
    from_deck,
    market_row,
    members,
    one_of,
    or_null,
)


def no_options(value: object) -> None:
    """Read the empty object: the game has no options."""
    a_dict(value, ())


def two_items(value: object) -> list[Any]:
    """Return a list of two, whatever they are."""
    if type(value) is not list or len(value) != 2:
        raise Wrong("must be a list of two")
    return value


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
    return members(value, _TOKEN_COUNTS)


def decks(value: object) -> list[tuple[Card, ...]]:
    """Return the three decks."""
    return by_level(value, _a_deck)


def market(value: object) -> list[list[Card | None]]:
    """Return the three rows of the market, with None for an empty slot."""
    return by_level(value, _a_market_row)


def _a_deck(level: int, value: object) -> tuple[Card, ...]:
    return tuple(a_list(value, card_of_level(CARDS_OF_LEVEL, level), len(CARDS_OF_LEVEL[level])))


def _a_market_row(level: int, value: object) -> list[Card | None]:
    return market_row(value, card_of_level(CARDS_OF_LEVEL, level), MARKET_SLOTS[level])


def royals(value: object) -> list[Royal]:
    """Return royals by their ids."""
    return a_list(value, one_of(ROYAL_OF, "the id of a royal"), len(ROYAL_OF))


def reserved_cards(value: object) -> list[tuple[Card, bool]]:
    """Return a player's reserve: each card, and whether it came from a deck."""
    return a_list(value, _a_reserved_card, MOST_RESERVED)


def _a_reserved_card(value: object) -> tuple[Card, bool]:
    card, is_hidden = members(value, {"id": _a_card, "from": from_deck})
    return card, is_hidden


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
    card, colour = members(value, {"id": _a_card, "color": or_null(_a_colour)})
    return card, colour


def a_result(value: object) -> Outcome | None:
    """Return null as None, or one winner with the reasons."""
    if value is None:
        return None
    winners, by = members(value, {"winners": _winners, "by": _reasons})
    if len(winners) != 1 or not by:
        raise Wrong("must name one winner and at least one reason")
    return Outcome(tuple(winners), tuple(by))


def _winners(value: object) -> list[int]:
    return a_list(value, an_int(0, 1), 2)


def _reasons(value: object) -> list[str]:
    names = ("points", "crowns", "colour")
    return a_list(value, a_name_of(names, "a reason"), len(names))


_a_card = one_of(CARD_OF, "the id of a card")
_a_colour = one_of(COLOUR_OF, "a colour")
_TOKEN_COUNTS = {name: an_int(0, most) for name, most in zip(COLOURS, TOKENS_IN_ALL, strict=True)}
