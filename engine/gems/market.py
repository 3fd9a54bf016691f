"""The market: rows of cards, each refilled from its deck."""

from typing import Protocol, TypeVar

from engine.contract import Event

LEVELS = (1, 2, 3)
DECK_ROWS = {f"deck{level}": level - 1 for level in LEVELS}
"""Each deck by the name that moves give it, with its row."""

Told = list[Event] | None
"""Where a move tells what happens; None in replay, where nobody listens."""


class CardOfDeck(Protocol):
    """A card, as far as the market needs to know it."""

    @property
    def id(self) -> str:
        """Its id."""


Card = TypeVar("Card", bound=CardOfDeck)


class WithMarket(Protocol[Card]):
    """A position that has decks and a market, by level - 1."""

    decks: list[tuple[Card, ...]]
    market: list[list[Card | None]]


def turn_up_card(position: WithMarket[Card], row: int, slot: int, told: Told) -> None:
    """Replace the card that left the market from its deck; without one the slot stays empty."""
    deck = position.decks[row]
    if deck:
        position.market[row][slot] = deck[0]
        position.decks[row] = deck[1:]
        if told is not None:
            told.append({"kind": "revealed", "level": row + 1, "slot": slot + 1, "id": deck[0].id})
    else:
        position.market[row][slot] = None
        if told is not None:
            told.append({"kind": "slot_empty", "level": row + 1, "slot": slot + 1})
