"""How a game stands, as far as games tell it alike: tokens, cards, decks, and distances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from duel.games.base import View
from duel.games.gems.cards import CardWords, cards_listed, hidden_card_words
from duel.games.gems.purse import Purse
from duel.games.gems.vocabulary import token_count_words, tokens_listed
from engine.gems.pieces import LEVELS

NEXT_CARDS = 3
"""How many cards of each deck are told once nothing is hidden any more."""


@dataclass(frozen=True)
class Way:
    """How far a player has come on one way to win: in words, and in figures."""

    words: str
    count: int
    goal: int
    """Zero if no number wins by itself."""


Kinds = Sequence[tuple[str | None, str]]
"""The cards that were bought, by colour or without one: how many, and what is on them."""


def towards(words: str, count: int, goal: int) -> str:
    """Return how far a count has come, as in “6 points of 20”; beyond the goal, the count alone."""
    if count > goal:
        return words
    return gettext("%(count)s of %(goal)d") % {"count": words, "goal": goal}


def tokens_total(purse: Purse) -> str:
    """Return how many tokens a player has in all."""
    if not purse.token_count:
        return gettext("No tokens.")
    return token_count_words(purse.token_count)


def tokens_sentence(purse: Purse) -> str:
    """Return which tokens a player has."""
    if not purse.token_count:
        return tokens_total(purse)
    words = {"tokens": tokens_listed(purse.tokens), "total": token_count_words(purse.token_count)}
    return gettext("%(tokens)s: %(total)s.") % words


def cards_sentence(kinds: Kinds) -> str:
    """Return which cards a player has bought."""
    if not kinds:
        return gettext("No card yet.")
    return gettext("Cards: %(cards)s.") % {"cards": ", ".join(words for _, words in kinds)}


def reserved_sentence(purse: Purse, card_words: CardWords, *, is_running: bool) -> str:
    """Return the reserved cards, while the game runs with what their owner would pay."""
    cards = [_reserved(purse, card, card_words, with_price=is_running) for card in purse.reserved]
    return gettext("Reserved: %(cards)s.") % {"cards": cards_listed(cards)} if cards else ""


def _reserved(
    purse: Purse, card: Mapping[str, Any], card_words: CardWords, *, with_price: bool
) -> str:
    if "id" not in card:
        return hidden_card_words(card["level"])
    words = card_words(card["id"])
    return f"{words} ({_price(purse, card['id'])})" if with_price else words


def _price(purse: Purse, card_id: str) -> str:
    """Return what a player would pay for a card, and how far from it they are."""
    price = tokens_listed(purse.price(card_id)) or gettext("nothing to pay")
    if missing := purse.short_of(card_id):
        lack = ngettext("%(count)d missing", "%(count)d missing", missing) % {"count": missing}
        return f"{price}, {lack}"
    if purse.is_barred(card_id):
        return price
    return gettext("can pay %(price)s") % {"price": price}


def decks_sentence(view: View) -> str:
    """Return how many cards are left in each deck."""
    left = dict(zip(("one", "two", "three"), (view["decks"][str(n)] for n in LEVELS), strict=True))
    return gettext("Left in decks 1, 2 and 3: %(one)d, %(two)d, %(three)d.") % left


def upcoming_sentences(view: View, card_words: CardWords) -> Iterator[str]:
    """Yield what would have come next, level 3 first, where nothing is hidden any more."""
    for level in reversed(LEVELS):
        cards = view.get("upcoming", {}).get(str(level), ())[:NEXT_CARDS]
        if cards:
            words = {"level": level, "cards": cards_listed(map(card_words, cards))}
            yield gettext("Next in deck %(level)d: %(cards)s.") % words
