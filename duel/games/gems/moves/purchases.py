"""Cards and purchases in lists of moves."""

from collections import Counter

from django.utils.translation import gettext

from duel.games.gems.seat_cards import P, SeatCards
from duel.games.gems.vocabulary import GOLD
from engine.gems.pieces import DECK_ROWS
from engine.reading.option import Option


def payment(option: Option, seen: SeatCards[P]) -> Counter[str]:
    """Return the tokens that a purchase costs, gold included."""
    gold = Counter(option.colours)
    covered = Counter({colour: seen.mine.gold_worth * number for colour, number in gold.items()})
    price = seen.mine.price(str(option.card)) - covered
    return price + Counter({GOLD: len(option.colours)})


def turned_up(card: str, level: int, seen: SeatCards[P]) -> str | None:
    """Return what a purchase or reserve turns up: a `card`, one's `own`, a `hidden` one, or None.

    `card` is its id or a deck.
    """
    if card in DECK_ROWS:
        return "own"
    if seen.slots[card].startswith("r"):
        return "hidden" if seen.is_hidden(card) else None
    return "card" if seen.deck_size(level) else None


def pays_for(gain: Counter[str], seen: SeatCards[P]) -> list[str]:
    """Return the slots of the cards that can be paid with what is taken, and not without."""
    return [slot for card, slot in seen.slots.items() if seen.mine.comes_to_afford(card, gain)]


def priced(card: str, price: str) -> str:
    """Return a card with its price, as it stands in a list of purchases."""
    words = {"card": card, "price": price}
    if price:
        return gettext("%(card)s for %(price)s") % words
    return gettext("%(card)s for nothing") % words
