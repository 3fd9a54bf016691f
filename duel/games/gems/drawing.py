"""Cards as operators and spectators see them: drawn, or in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from duel.games.base import View
from duel.games.gems.cards import CardWords
from duel.games.gems.seat_cards import market_slots
from engine.gems.pieces import LEVELS

NEXT_CARDS = 5
"""How many cards of each deck are laid open to operators."""


@dataclass(frozen=True)
class CardFace:
    """A card that lies open in the market, or is laid open."""

    slot: str
    words: str
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    price: tuple[tuple[str, int], ...]
    """Colours and amounts."""


DrawnCard = Callable[[str, str], CardFace]
"""How a game shows a card, by its id and its slot."""

Cards = tuple[CardFace, ...]


def market_faces(view: View, draw: DrawnCard) -> tuple[Cards, ...]:
    """Return the cards in the market, from level 3 down."""
    slots = list(market_slots(view))
    return tuple(
        tuple(draw(card, slot) for own, slot, card in slots if own == level and card)
        for level in reversed(LEVELS)
    )


def market_words(view: View, card_words: CardWords) -> tuple[tuple[str, str], ...]:
    """Return the market from level 3 down: the slot and the card in words."""
    return tuple((slot, card_words(card)) for _, slot, card in market_slots(view) if card)


def reserves_of(
    whole: Mapping[str, Any], names: Sequence[str], draw: DrawnCard
) -> tuple[tuple[str, Cards], ...]:
    """Return what each player has in reserve, hidden or not, given the dump of a position."""
    return tuple(
        (name, tuple(_reserved(card, number, draw) for number, card in enumerate(cards, 1)))
        for name, cards in zip(
            names, (player["reserved"] for player in whole["players"]), strict=True
        )
    )


def decks_of(whole: Mapping[str, Any], draw: DrawnCard) -> tuple[tuple[int, Cards], ...]:
    """Return the next cards of each deck, given the dump of a position."""
    return tuple(
        (level, tuple(draw(card, "") for card in whole["decks"][str(level)][:NEXT_CARDS]))
        for level in LEVELS
    )


def _reserved(card: Mapping[str, Any], number: int, draw: DrawnCard) -> CardFace:
    where = gettext("from the deck") if card["from"] == "deck" else gettext("from the market")
    return draw(card["id"], f"r{number}, {where}")
