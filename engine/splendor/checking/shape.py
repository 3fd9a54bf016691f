"""The parts of a foreign position of Splendor, each by its reader."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.contract import Outcome
from engine.gems.colours import GEM_NAMES
from engine.gems.market import LEVELS
from engine.gems.shape import (
    Wrong,
    a_bool,
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
from engine.splendor.colours import COLOURS, GEM_OF, GEMS_IN_ALL, GOLD_IN_ALL
from engine.splendor.facts import Card, City, Facts, Noble, Post
from engine.splendor.position import CITIES_LAID_OUT, MARKET_SLOTS, MOST_RESERVED
from engine.splendor.setup import OPTION_NAMES

FEWEST_SEATS, MOST_SEATS = min(GEMS_IN_ALL), max(GEMS_IN_ALL)
REASONS = ("points", "city", "passes", "retire")

_MOST_GEMS = max(GEMS_IN_ALL.values())
_TOKEN_COUNTS = {name: an_int(0, _MOST_GEMS) for name in GEM_NAMES} | {
    COLOURS[-1]: an_int(0, GOLD_IN_ALL)
}


def options(value: object) -> frozenset[str]:
    """Return the names of the options that are chosen; each must be named."""
    chosen = members(value, dict.fromkeys(OPTION_NAMES, a_bool))
    return frozenset(
        name for name, is_chosen in zip(OPTION_NAMES, chosen, strict=True) if is_chosen
    )


def players(value: object) -> list[Any]:
    """Return a list of two to four, whatever they are."""
    if type(value) is not list or not FEWEST_SEATS <= len(value) <= MOST_SEATS:
        raise Wrong(f"must be a list of {FEWEST_SEATS} to {MOST_SEATS}")
    return value


def token_counts(value: object) -> list[int]:
    """Return the numbers of an object with all six colours."""
    return members(value, _TOKEN_COUNTS)


def out(seats: int) -> Callable[[object], tuple[int, ...]]:
    """Return a reader of the seats that have left."""

    def read(value: object) -> tuple[int, ...]:
        left = a_list(value, an_int(0, seats - 1), seats)
        if not left or left != sorted(set(left)):
            raise Wrong("must name at least one seat, each once, in ascending order")
        return tuple(left)

    return read


a_pair = or_null(one_of(GEM_OF, "a gem colour"))
"""Reads the colour of a pair, or null as None."""


def a_result(seats: int) -> Callable[[object], Outcome | None]:
    """Return a reader of null as None, or the winners and the reason."""
    readers: dict[str, Callable[[object], Any]] = {
        "winners": partial(a_list, read=an_int(0, seats - 1), most=seats),
        "by": partial(a_list, read=a_name_of(REASONS, "a reason"), most=1),
    }

    def read(value: object) -> Outcome:
        winners, by = members(value, readers)
        if not winners or winners != sorted(set(winners)) or not by:
            raise Wrong("must name the winners, each once, in ascending order, and one reason")
        return Outcome(tuple(winners), tuple(by))

    return or_null(read)


class Pieces:
    """Readers of cards and tiles, by the facts of one version of the rules."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._a_card = one_of(facts.card_of, "the id of a card")
        self._of_level = {level: card_of_level(facts.cards_of_level, level) for level in LEVELS}

    def decks(self, value: object) -> list[tuple[Card, ...]]:
        """Return the three decks."""
        return by_level(value, self._deck)

    def _deck(self, level: int, value: object) -> tuple[Card, ...]:
        most = len(self._facts.cards_of_level[level])
        return tuple(a_list(value, self._of_level[level], most))

    def market(self, value: object) -> list[list[Card | None]]:
        """Return the three rows of the market, with None for an empty slot."""
        return by_level(
            value, lambda level, row: market_row(row, self._of_level[level], MARKET_SLOTS)
        )

    def drawn(self, value: object) -> tuple[Card, ...]:
        """Return the two cards that were drawn, or none."""
        cards = a_list(value, self._a_card, 2)
        if len(cards) == 1:
            raise Wrong("must have two cards or none")
        return tuple(cards)

    def nobles(self, value: object) -> list[Noble]:
        """Return nobles by their ids."""
        noble_of = self._facts.noble_of
        return a_list(value, one_of(noble_of, "the id of a noble"), len(noble_of))

    def cities(self, value: object) -> tuple[City, ...]:
        """Return faces of cities by their ids."""
        a_city = one_of(self._facts.city_of, "the id of a face of a city")
        return tuple(a_list(value, a_city, CITIES_LAID_OUT))

    def posts(self, value: object) -> list[Post]:
        """Return posts by their ids."""
        post_of = self._facts.post_of
        return a_list(value, one_of(post_of, "the id of a trading post"), len(post_of))

    def reserved(self, value: object) -> list[tuple[Card, bool]]:
        """Return a player's reserve: each card, and whether it came from a deck."""
        return a_list(value, self._reserved_card, MOST_RESERVED)

    def _reserved_card(self, value: object) -> tuple[Card, bool]:
        card, hidden = members(value, {"id": self._a_card, "from": from_deck})
        return card, hidden

    def bought(self, value: object) -> list[Card]:
        """Return a player's cards, in order of purchase."""
        return a_list(value, self._a_card, len(self._facts.cards))
