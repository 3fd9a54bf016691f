"""Cards of which little is known, and lists of cards."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext, pgettext

CardWords = Callable[[str], str]
"""What a card is, by its id, as a game tells it: “white, 3 points”."""


def hidden_card_words(level: int) -> str:
    """Return the words for a reserved card of which only the level is known."""
    return gettext("a hidden card of level %(level)d") % {"level": level}


def cards_listed(cards: Iterable[str]) -> str:
    """Return cards in a row: each has commas of its own, so what stands between is stronger."""
    return pgettext("between cards", "; ").join(cards)
