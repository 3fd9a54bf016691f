"""The things of Splendor Duel in words: cards, royals, crowns, abilities, victories, chance."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext, pgettext

from duel.games.gems.vocabulary import (
    bonuses_words,
    card_colour_word,
    points_words,
    shared_chance_words,
)
from duel.words.naming import joined
from engine.duel.facts import CARD_OF, COLOURS, ROYAL_OF


def crowns_words(count: int) -> str:
    """Return so many crowns."""
    return ngettext("%(count)d crown", "%(count)d crowns", count) % {"count": count}


def ability_word(ability: str) -> str:
    """Return the short word for an ability, as it stands in a description of a card."""
    words = {
        "again": pgettext("ability", "another turn"),
        "token": pgettext("ability", "token"),
        "privilege": pgettext("ability", "privilege"),
        "steal": pgettext("ability", "steal"),
    }
    return words[ability]


def card_words(card_id: str, colour: str | None = None) -> str:
    """Return what a card is (“white, 3 points, 2 crowns”); a bought wild card took `colour`."""
    return _card_words(get_language(), card_id, colour)


@lru_cache(maxsize=2**10)
def _card_words(language: str | None, card_id: str, colour: str | None) -> str:
    card = CARD_OF[card_id]
    points = [points_words(card.points)] if card.points else []
    return ", ".join([colour_of_card(card_id, colour), *points, *card_traits(card_id)])


def card_traits(card_id: str) -> tuple[str, ...]:
    """Return what a card has beside its colour, its points and its price."""
    return _card_traits(get_language(), card_id)


@lru_cache(maxsize=2**10)
def _card_traits(language: str | None, card_id: str) -> tuple[str, ...]:
    card = CARD_OF[card_id]
    words = []
    if card.crowns:
        words.append(crowns_words(card.crowns))
    if card.bonus > 1:
        words.append(bonuses_words(card.bonus))
    if card.ability != "none":
        words.append(ability_word(card.ability))
    return tuple(words)


def brief_words(card_id: str) -> str:
    """Return what one knows a card by where it was described before, as in “white, 3 points”."""
    points = CARD_OF[card_id].points
    words = [colour_of_card(card_id), *([points_words(points)] if points else [])]
    return ", ".join(words)


def colour_of_card(card_id: str, colour: str | None = None) -> str:
    """Return the colour of a card, which for a wild one is that it took."""
    card = CARD_OF[card_id]
    if card.wild:
        if colour:
            return gettext("wild, as %(colour)s") % {"colour": card_colour_word(colour)}
        return gettext("wild")
    if card.colour is None:
        return gettext("no colour")
    return card_colour_word(COLOURS[card.colour])


def royal_words(royal_id: str) -> str:
    """Return what a royal brings, as in “2 points + steal”."""
    royal = ROYAL_OF[royal_id]
    if royal.ability == "none":
        return points_words(royal.points)
    return f"{points_words(royal.points)} + {ability_word(royal.ability)}"


def victory_words(reasons: Sequence[str]) -> str:
    """Return why somebody won over the board, as in “20 points or more”."""
    words = {
        "points": gettext("20 points or more"),
        "crowns": gettext("10 crowns or more"),
        "colour": gettext("10 points or more in one colour"),
    }
    return joined([words[reason] for reason in reasons])


def chance_words(label: str) -> str:
    """Return what followed from the seed under this label."""
    if label == "board":
        return gettext("The tokens on the board at the start follow from the seed.")
    if label.startswith("refill"):
        words = {"number": label.removeprefix("refill")}
        return gettext("The tokens of refill %(number)s follow from the seed.") % words
    return shared_chance_words(label)
