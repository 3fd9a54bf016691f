"""What is printed on cards, nobles, cities and trading posts, in words; victories and chance."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from django.utils.translation import get_language, gettext, ngettext, pgettext

from duel.games.gems.vocabulary import (
    GEMS,
    card_colour_word,
    card_count_words,
    points_words,
    shared_chance_words,
)
from duel.words.naming import joined
from engine.splendor.facts import (
    DOUBLE_GOLD,
    DRAW_TWO,
    POINTS_PER_POST,
    TOKEN_AFTER_BUY,
    TOKEN_AFTER_PAIR,
    Amounts,
    Card,
    City,
    Facts,
)


class PrintedCards:
    """What is printed under one version of the rules, in words: no reader is shown an id."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def card(self, card_id: str) -> str:
        """Return what a card is, as in “white, 3 points”."""
        return _card_words(get_language(), self.facts.card_of[card_id])

    def colour(self, card_id: str) -> str:
        """Return the key of a card's colour."""
        return GEMS[self.facts.card_of[card_id].colour]

    def colour_word(self, card_id: str) -> str:
        """Return the colour of a card."""
        return card_colour_word(self.colour(card_id))

    def cost(self, card_id: str) -> Counter[str]:
        """Return what is printed on a card as its price."""
        return Counter(dict(by_name(self.facts.card_of[card_id].cost)))

    def noble(self, noble_id: str) -> str:
        """Return for which cards a noble comes, as in “4 white, 4 blue”."""
        return ", ".join(_cards(self.facts.noble_of[noble_id].needs))

    def city(self, city_id: str) -> str:
        """Return what a city asks for, as in “Amboise: 13 points, 3 green, 4 black”."""
        city = self.facts.city_of[city_id]
        terms = [points_words(city.points), *_cards(city.needs), *_any_same(city)]
        return gettext("%(city)s: %(asked)s") % {
            "city": self.city_name(city_id),
            "asked": ", ".join(terms),
        }

    def city_terms(self, city_id: str) -> tuple[str, ...]:
        """Return what a city asks for beside cards of certain colours."""
        city = self.facts.city_of[city_id]
        return (points_words(city.points), *_any_same(city))

    def city_name(self, city_id: str) -> str:
        """Return the name of a city, as the reader's language has it."""
        return _city_names(get_language())[self.facts.city_of[city_id].tile]

    def post(self, post_id: str) -> str:
        """Return what a trading post is called, for which cards it is won, and what it does."""
        words = {
            "post": self.post_name(post_id),
            "cards": ", ".join(_cards(self.facts.post_of[post_id].needs)),
            "power": self.power(post_id),
        }
        return gettext("%(post)s (%(cards)s): %(power)s") % words

    def post_name(self, post_id: str) -> str:
        """Return what a trading post is called, in words that a reply may use."""
        return _post_names(get_language())[self.facts.post_of[post_id].power]

    def power(self, post_id: str) -> str:
        """Return what a trading post does for its owner."""
        return _powers(get_language())[self.facts.post_of[post_id].power]


def by_name(amounts: Amounts) -> list[tuple[str, int]]:
    """Return the amounts, each with the key of its colour."""
    return [(GEMS[colour], number) for colour, number in amounts]


# A letter needs these words often, so they are looked up once per language.
@lru_cache(maxsize=2**10)
def _card_words(language: str | None, card: Card) -> str:
    points = [points_words(card.points)] if card.points else []
    return ", ".join([card_colour_word(GEMS[card.colour]), *points])


def _cards(needs: Amounts) -> list[str]:
    return [card_count_words(colour, number) for colour, number in by_name(needs)]


def _any_same(city: City) -> list[str]:
    if not city.any_same:
        return []
    words = {"count": city.any_same}
    if city.needs:
        sentences = ngettext(
            "%(count)d of one other colour", "%(count)d of one other colour", city.any_same
        )
    else:
        sentences = ngettext("%(count)d of one colour", "%(count)d of one colour", city.any_same)
    return [sentences % words]


@cache
def _city_names(language: str | None) -> dict[str, str]:
    """Return the names of the cities, by their tiles."""
    return {
        "1": pgettext("city", "Amboise"),
        "2": pgettext("city", "Krakow"),
        "3": pgettext("city", "Delhi"),
        "4": pgettext("city", "Madrid"),
        "5": pgettext("city", "Samarkand"),
        "6": pgettext("city", "Seoul"),
        "7": pgettext("city", "Timbuktu"),
    }


@cache
def _post_names(language: str | None) -> dict[str, str]:
    """Return the trading posts by what they do, in words that the reader of replies knows."""
    return {
        TOKEN_AFTER_BUY: gettext("token after each purchase"),
        TOKEN_AFTER_PAIR: gettext("token after a pair"),
        DOUBLE_GOLD: gettext("double gold"),
        DRAW_TWO: gettext("draw two cards"),
        POINTS_PER_POST: gettext("point for each post"),
    }


@cache
def _powers(language: str | None) -> dict[str, str]:
    return {
        TOKEN_AFTER_BUY: gettext("after each purchase, take a token, not gold"),
        TOKEN_AFTER_PAIR: gettext(
            "after taking two of one colour, take a token of another colour, not gold"
        ),
        DOUBLE_GOLD: gettext("each gold pays for two tokens of one colour"),
        DRAW_TWO: gettext(
            "when reserving from a deck, look at two cards, keep one, put the other under the deck"
        ),
        POINTS_PER_POST: gettext("1 point for each trading post, this one included"),
    }


def victory_words(reasons: Sequence[str]) -> str:
    """Return why somebody won over the board, as in “most points after the last round”."""
    words = {
        "points": gettext("most points after the last round (fewer cards decide a tie)"),
        "city": gettext("a city was met, and nobody stood better after the last round"),
        "passes": gettext(
            "most points when nobody could do anything any more (fewer cards decide a tie)"
        ),
        "retire": gettext("all others have left"),
    }
    return joined([words[reason] for reason in reasons])


def chance_words(label: str) -> str:
    """Return what followed from the seed under this label."""
    sentences = {
        "nobles": gettext("The nobles on the table follow from the seed."),
        "cities": gettext("The cities on the table follow from the seed."),
        "faces": gettext("Which face of each city lies up follows from the seed."),
    }
    return sentences.get(label) or shared_chance_words(label)
