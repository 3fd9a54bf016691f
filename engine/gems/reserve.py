"""Reserved cards, as others may see and use them."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar


class CardOfLevel(Protocol):
    """A card, as far as a reserve needs to know it."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def level(self) -> int:
        """Its level, which everybody sees on its back."""


Card = TypeVar("Card", bound=CardOfLevel)


def reserve_seen(
    reserved: Sequence[tuple[CardOfLevel, bool]], *, sees_all: bool
) -> list[dict[str, Any]]:
    """Return reserved cards as JSON: from a deck only their level, but for those who see all."""
    return [
        {"level": card.level, "from": "deck"}
        if from_deck and not sees_all
        else {"id": card.id, "from": "deck" if from_deck else "market"}
        for card, from_deck in reserved
    ]


def reserve_veiled(
    reserved: Sequence[tuple[Card, bool]], unknown: Mapping[int, Card]
) -> list[tuple[Card, bool]]:
    """Return reserved cards with the unknown one of its level in place of each hidden one."""
    return [(unknown[card.level] if hidden else card, hidden) for card, hidden in reserved]
