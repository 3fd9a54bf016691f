"""How a game stands, as far as games tell it alike: tokens, cards, decks, distances, laid open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from duel.games.base import MoveLists, View
from duel.games.gems.offer import CardLine, Purse, market_slots
from duel.games.gems.vocabulary import (
    CardWords,
    card_list,
    hidden_card_words,
    token_count_words,
    token_list,
)
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
    words = {"tokens": token_list(purse.tokens), "total": token_count_words(purse.token_count)}
    return gettext("%(tokens)s: %(total)s.") % words


def cards_sentence(kinds: Kinds) -> str:
    """Return which cards a player has bought."""
    if not kinds:
        return gettext("No card yet.")
    return gettext("Cards: %(cards)s.") % {"cards": ", ".join(words for _, words in kinds)}


def reserved_sentence(purse: Purse, card_words: CardWords, *, is_running: bool) -> str:
    """Return the reserved cards, while the game runs with what their owner would pay."""
    cards = [_reserved(purse, card, card_words, with_price=is_running) for card in purse.reserved]
    return gettext("Reserved: %(cards)s.") % {"cards": card_list(cards)} if cards else ""


def _reserved(
    purse: Purse, card: Mapping[str, Any], card_words: CardWords, *, with_price: bool
) -> str:
    if "id" not in card:
        return hidden_card_words(card["level"])
    words = card_words(card["id"])
    return f"{words} ({_price(purse, card['id'])})" if with_price else words


def _price(purse: Purse, card_id: str) -> str:
    """Return what a player would pay for a card, and how far from it they are."""
    price = token_list(purse.price(card_id)) or gettext("nothing to pay")
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
            words = {"level": level, "cards": card_list(map(card_words, cards))}
            yield gettext("Next in deck %(level)d: %(cards)s.") % words


CARDS_LAID_OPEN = 5
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


CardDrawer = Callable[[str, str], CardFace]
"""How a game shows a card, by its id and its slot."""

Cards = tuple[CardFace, ...]


def market_words(view: View, card_words: CardWords) -> tuple[tuple[str, str], ...]:
    """Return the market from level 3 down: the slot and the card in words."""
    return tuple((slot, card_words(card)) for _, slot, card in market_slots(view) if card)


def reserves_of(
    whole: Mapping[str, Any], names: Sequence[str], draw: CardDrawer
) -> tuple[tuple[str, Cards], ...]:
    """Return what each player has in reserve, hidden or not, given the dump of a position."""
    return tuple(
        (name, tuple(_reserved_face(card, number, draw) for number, card in enumerate(cards, 1)))
        for name, cards in zip(
            names, (player["reserved"] for player in whole["players"]), strict=True
        )
    )


def decks_of(whole: Mapping[str, Any], draw: CardDrawer) -> tuple[tuple[int, Cards], ...]:
    """Return the next cards of each deck, given the dump of a position."""
    return tuple(
        (level, tuple(draw(card, "") for card in whole["decks"][str(level)][:CARDS_LAID_OPEN]))
        for level in LEVELS
    )


def _reserved_face(card: Mapping[str, Any], number: int, draw: CardDrawer) -> CardFace:
    where = gettext("from the deck") if card["from"] == "deck" else gettext("from the market")
    return draw(card["id"], f"r{number}, {where}")


@dataclass(frozen=True)
class GemSheet:
    """The sheet of a turn, as far as games tell it alike, in the language that was active."""

    turn: int
    seat: int
    asked: str
    """What is asked of the reader now, as a sentence."""
    cards: tuple[CardLine, ...]
    """The market from level 3 down, then the reader's own reserve."""
    moves: MoveLists
    warning: str
    """How others could win or bring the end near on their next turn; nothing if none can."""
    decks: Mapping[str, int]
    """How many cards are left in each deck, by level."""

    @property
    def is_plain(self) -> bool:
        """Whether an action is asked for, as in most turns: the titles of the moves tell which."""
        return any(group.kind in ("take", "reserve", "buy") for group in self.moves.meant)

    @property
    def explains_final(self) -> bool:
        """Whether it is to be said which moves are final: not where a turn only has to be ended."""
        groups = (*self.moves.meant, *self.moves.rarer)
        return self.is_plain or any(item.final for group in groups for item in group.items)

    @property
    def filled(self) -> tuple[CardLine, ...]:
        """The slots with a card in them."""
        return tuple(card for card in self.cards if card.card)

    @property
    def empty_slots(self) -> str:
        """The names of the slots without a card, or nothing."""
        return ", ".join(card.slot for card in self.cards if not card.card)
