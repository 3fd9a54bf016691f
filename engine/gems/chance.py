"""What chance decides in every game of cards and tokens: who begins, and the order of decks."""

from collections.abc import Mapping, Sequence

from engine.contract import Draw
from engine.gems.market import CardOfDeck


def first_draw(first: int, seats: int) -> Draw:
    """Return which of so many seats began."""
    numbers = tuple(str(seat) for seat in range(seats))
    return Draw("first", numbers, (str(first),), is_shuffle=False)


def deck_draws(
    cards_of_level: Mapping[int, Sequence[CardOfDeck]],
    market: Sequence[Sequence[CardOfDeck | None]],
    decks: Sequence[Sequence[CardOfDeck]],
) -> list[Draw]:
    """Return the order of each deck, its market included, as both lie at the start."""
    return [
        Draw(
            f"deck{level}",
            tuple(card.id for card in cards),
            tuple(card.id for card in (*market[level - 1], *decks[level - 1]) if card),
            is_shuffle=True,
        )
        for level, cards in cards_of_level.items()
    ]
