"""What can be read off a view with one seat in mind: where cards lie, and who knows them."""

from collections.abc import Iterator
from functools import cached_property
from typing import Generic, TypeVar

from duel.games.base import View
from duel.games.gems.purse import Purse
from engine.gems.pieces import LEVELS

P = TypeVar("P", bound=Purse)


class SeatCards(Generic[P]):
    """The cards in a view, from the side of one seat."""

    def __init__(self, view: View, seat: int, mine: P) -> None:
        self.view = view
        self.seat = seat
        self.mine = mine

    @cached_property
    def slots(self) -> dict[str, str]:
        """The name of the slot of every card in sight: `3.1` in the market, `r1` in reserve."""
        slots = {
            card: f"{level}.{number}"
            for level in LEVELS
            for number, card in enumerate(self.view["market"][str(level)], 1)
            if card
        }
        for number, card in enumerate(self.mine.reserved, 1):
            if "id" in card:
                slots[card["id"]] = f"r{number}"
        return slots

    def is_hidden(self, card_id: str) -> bool:
        """Return whether the seat has the card in reserve and nobody else knows it."""
        return any(
            card.get("id") == card_id and card["from"] == "deck" for card in self.mine.reserved
        )

    def deck_size(self, level: int) -> int:
        """Return how many cards are left in a deck."""
        return int(self.view["decks"][str(level)])


def market_slots(view: View) -> Iterator[tuple[int, str, str | None]]:
    """Yield each slot of the market, level 3 first: its level, its name, and the card in it."""
    for level in reversed(LEVELS):
        for number, card in enumerate(view["market"][str(level)], 1):
            yield level, f"{level}.{number}", card
