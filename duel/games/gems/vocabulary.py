"""The things of the games in words and shared sentences; each word in the gender that it needs."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from django.utils.translation import (
    get_language,
    gettext,
    ngettext,
    ngettext_lazy,
    npgettext_lazy,
    pgettext,
)

from duel.words.naming import joined

_COUNTED = {
    "white": ngettext_lazy("%(count)d white", "%(count)d white", "count"),
    "blue": ngettext_lazy("%(count)d blue", "%(count)d blue", "count"),
    "green": ngettext_lazy("%(count)d green", "%(count)d green", "count"),
    "red": ngettext_lazy("%(count)d red", "%(count)d red", "count"),
    "black": ngettext_lazy("%(count)d black", "%(count)d black", "count"),
    "pearl": ngettext_lazy("%(count)d pearl", "%(count)d pearls", "count"),
    "gold": ngettext_lazy("%(count)d gold", "%(count)d gold", "count"),
}

COLOURS = tuple(_COUNTED)
"""Every colour that a token can have, in the order that all lists keep."""

GEMS = COLOURS[:5]
"""The colours that a card can have."""

GOLD = "gold"
"""What pays for any colour."""

_COUNTED_CARDS = {
    "white": npgettext_lazy("cards", "%(count)d white", "%(count)d white", "count"),
    "blue": npgettext_lazy("cards", "%(count)d blue", "%(count)d blue", "count"),
    "green": npgettext_lazy("cards", "%(count)d green", "%(count)d green", "count"),
    "red": npgettext_lazy("cards", "%(count)d red", "%(count)d red", "count"),
    "black": npgettext_lazy("cards", "%(count)d black", "%(count)d black", "count"),
    None: npgettext_lazy("cards", "%(count)d without colour", "%(count)d without colour", "count"),
}


def colour_word(colour: str) -> str:
    """Return the word for a colour by itself, as on a cell of the board."""
    return _colour_words(get_language())[colour]


def card_colour_word(colour: str) -> str:
    """Return the word for the colour of a card, in the form that agrees with “card”."""
    return _card_colour_words(get_language())[colour]


# A letter needs some of these words a thousand times, so they are looked up once per language.
@cache
def _colour_words(language: str | None) -> dict[str, str]:
    return {
        "white": pgettext("token", "white"),
        "blue": pgettext("token", "blue"),
        "green": pgettext("token", "green"),
        "red": pgettext("token", "red"),
        "black": pgettext("token", "black"),
        "pearl": pgettext("token", "pearl"),
        "gold": pgettext("token", "gold"),
    }


@cache
def _card_colour_words(language: str | None) -> dict[str, str]:
    return {
        "white": pgettext("card", "white"),
        "blue": pgettext("card", "blue"),
        "green": pgettext("card", "green"),
        "red": pgettext("card", "red"),
        "black": pgettext("card", "black"),
    }


def count_words(colour: str, count: int) -> str:
    """Return so many of a colour, as in “2 white”."""
    return _counted(get_language(), colour, count)


@lru_cache(maxsize=2**10)
def _counted(language: str | None, colour: str, count: int) -> str:
    return str(_COUNTED[colour] % {"count": count})


def card_count_words(colour: str | None, count: int) -> str:
    """Return so many cards of a colour, or of none, as in “2 white”."""
    return str(_COUNTED_CARDS[colour] % {"count": count})


def counts_in_words(counts: Mapping[str, int]) -> list[str]:
    """Return how many there are of each colour, in colour order, those without any left out."""
    language = get_language()
    return [_counted(language, c, counts[c]) for c in COLOURS if counts.get(c)]


def token_list(tokens: Mapping[str, int] | Iterable[str]) -> str:
    """Return tokens as in “2 white, 1 pearl”, or nothing."""
    return ", ".join(counts_in_words(Counter(tokens)))


def token_phrase(tokens: Mapping[str, int] | Iterable[str]) -> str:
    """Return tokens within a sentence, as in “2 white and 1 pearl”."""
    return joined(counts_in_words(Counter(tokens)))


def colour_list(colours: Iterable[str]) -> str:
    """Return colours in the order of the cells they lie on, as in “red, blue, red”."""
    words = _colour_words(get_language())
    return ", ".join(words[colour] for colour in colours)


def points_words(count: int) -> str:
    """Return so many points."""
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def bonuses_words(count: int) -> str:
    """Return so many bonuses."""
    return ngettext("%(count)d bonus", "%(count)d bonuses", count) % {"count": count}


def token_count_words(count: int) -> str:
    """Return so many tokens, whatever their colours."""
    return ngettext("%(count)d token", "%(count)d tokens", count) % {"count": count}


CardWords = Callable[[str], str]
"""What a card is, by its id, as a game tells it: “white, 3 points”."""


def hidden_card_words(level: int) -> str:
    """Return the words for a reserved card when only its level is known."""
    return gettext("a hidden card of level %(level)d") % {"level": level}


def card_list(cards: Iterable[str]) -> str:
    """Return cards in a row: each has commas of its own, so what stands between is stronger."""
    return pgettext("between cards", "; ").join(cards)


def shared_chance_words(label: str) -> str:
    """Return what followed from the seed under this label, if all such games have it.

    A label that is not known is named as it is.
    """
    if label == "first":
        return gettext("Who began follows from the seed.")
    if label.startswith("deck"):
        words = {"level": label.removeprefix("deck")}
        return gettext("The order of the deck of level %(level)s follows from the seed.") % words
    return gettext("“%(label)s” follows from the seed.") % {"label": label}


MOST_WAYS = 2
"""So many are told in words; more would bury the first."""


def ways_phrase(ways: Sequence[str]) -> str:
    """Return the ways within a sentence: the first in words, how many more there are."""
    phrases = list(ways[:MOST_WAYS])
    if more := len(ways) - len(phrases):
        phrases.append(
            ngettext("with %(count)d other card", "with %(count)d other cards", more)
            % {"count": more}
        )
    return _either(phrases)


def _either(ways: Sequence[str]) -> str:
    """Return the ways as one reads them aloud: “by this, by that or by a third”."""
    if len(ways) < 2:
        return "".join(ways)
    return gettext("%(most)s or %(last)s") % {"most": ", ".join(ways[:-1]), "last": ways[-1]}


ACTIONS = frozenset({"take", "reserve", "buy"})


def action_prompt(possible: Collection[str]) -> str:
    """Return the sentence that names the actions that are possible now, and no other."""
    possible = set(possible)
    if possible == {"take", "reserve", "buy"}:
        return gettext("Choose one action: take tokens, reserve a card or buy a card.")
    if possible == {"take", "reserve"}:
        return gettext("Choose one action: take tokens or reserve a card.")
    if possible == {"take", "buy"}:
        return gettext("Choose one action: take tokens or buy a card.")
    if possible == {"reserve", "buy"}:
        return gettext("Choose one action: reserve a card or buy a card.")
    if possible == {"take"}:
        return gettext("One action is possible: take tokens.")
    if possible == {"reserve"}:
        return gettext("One action is possible: reserve a card.")
    return gettext("One action is possible: buy a card.")
