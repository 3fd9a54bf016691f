"""What a seat can buy: its purse, where the cards in its view lie, what each costs it and lacks."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext, ngettext

from duel.games.base import View
from duel.games.gems.vocabulary import GOLD, token_list
from engine.gems.pieces import LEVELS, TOKEN_LIMIT


class Purse(ABC):
    """The tokens of one player, with the sums that prices ask for."""

    gold_worth = 1
    """For how many tokens of one colour a gold stands."""

    def __init__(self, player: Mapping[str, Any]) -> None:
        self.tokens: dict[str, int] = player["tokens"]
        self.reserved: list[dict[str, Any]] = player["reserved"]
        self._prices: dict[str, Counter[str]] = {}
        self._wanting: dict[str, tuple[Counter[str], int]] = {}

    @property
    @abstractmethod
    def bonuses(self) -> Counter[str]:
        """The bonuses by colour."""

    @abstractmethod
    def cost(self, card_id: str) -> Counter[str]:
        """Return what is printed on a card."""

    def is_barred(self, card_id: str) -> bool:
        """Return whether something else than the price keeps the player from a card."""
        return False

    @cached_property
    def token_count(self) -> int:
        """The number of tokens, gold included."""
        return sum(self.tokens.values())

    def price(self, card_id: str) -> Counter[str]:
        """Return what a card costs this player after bonuses; not to be changed."""
        # Every take of a long list is compared with every card in sight: worked out once.
        if card_id not in self._prices:
            self._prices[card_id] = self.cost(card_id) - self.bonuses
        return self._prices[card_id]

    def missing(self, card_id: str) -> int:
        """Return how many tokens of the price the player lacks, gold left aside."""
        return sum(self._lacks(card_id))

    def gold_needed(self, card_id: str) -> int:
        """Return how much gold would make up for what is missing."""
        return self._gold_for(self._lacks(card_id))

    def short_of(self, card_id: str) -> int:
        """Return how many tokens the player lacks for a card with all the gold they have."""
        lacks, worth, gold = self._lacks(card_id), self.gold_worth, self.tokens[GOLD]
        # Gold goes first where all of it counts, then where most of it does.
        covered = [worth] * sum(lack // worth for lack in lacks)
        covered += sorted((lack % worth for lack in lacks), reverse=True)
        return sum(lacks) - sum(covered[:gold])

    def can_pay(self, card_id: str) -> bool:
        """Return whether the player has what a card costs, gold included."""
        return self.gold_needed(card_id) <= self.tokens[GOLD] and not self.is_barred(card_id)

    def comes_to_afford(self, card_id: str, gain: Counter[str]) -> bool:
        """Return whether the player can pay for a card with the gain, and cannot without."""
        if self.gold_worth > 1:
            lacks = [number - gain[c] for c, number in self._wanting_of(card_id)[0].items()]
            enough = self._gold_for(lacks) <= self.tokens[GOLD] + gain[GOLD]
            return enough and not self.can_pay(card_id) and not self.is_barred(card_id)
        missing, too_few = self._wanting_of(card_id)
        if too_few <= 0 or too_few > gain.total() or self.is_barred(card_id):
            return False
        return gain[GOLD] + (missing & gain).total() >= too_few

    def _wanting_of(self, card_id: str) -> tuple[Counter[str], int]:
        """Return which tokens the player lacks for a card, and how many beyond their gold."""
        wanting = self._wanting.get(card_id)
        if wanting is None:  # a letter asks this of every take and every card
            missing = self.price(card_id) - Counter(self.tokens)
            wanting = self._wanting[card_id] = (missing, missing.total() - self.tokens[GOLD])
        return wanting

    def surplus_with(self, more: int) -> int:
        """Return how many tokens exceed the limit once the player has so many more."""
        return max(0, self.token_count + more - TOKEN_LIMIT)

    def _gold_for(self, lacks: Iterable[int]) -> int:
        return sum(-(-lack // self.gold_worth) for lack in lacks if lack > 0)

    def _lacks(self, card_id: str) -> list[int]:
        lacks = (amount - self.tokens[colour] for colour, amount in self.price(card_id).items())
        return [lack for lack in lacks if lack > 0]


P = TypeVar("P", bound=Purse)


class SeatCards(Generic[P]):
    """The cards in a view, from the side of one seat."""

    def __init__(self, view: View, seat: int, names: Sequence[str], mine: P) -> None:
        self.view = view
        self.seat = seat
        self.names = names
        self.mine = mine

    @cached_property
    def slots(self) -> dict[str, str]:
        """The name of the slot of every card in sight: `3.1` in the market, `r1` in reserve."""
        slots = {
            card: f"{level}.{number}"
            for level in LEVELS
            for number, card in enumerate(self.view["market"][str(level)], 1)
            if card
        }
        for number, card in enumerate(self.mine.reserved, 1):
            if "id" in card:
                slots[card["id"]] = f"r{number}"
        return slots

    def is_hidden(self, card_id: str) -> bool:
        """Return whether the seat has the card in reserve and nobody else knows it."""
        return any(
            card.get("id") == card_id and card["from"] == "deck" for card in self.mine.reserved
        )

    def deck_size(self, level: int) -> int:
        """Return how many cards are left in a deck."""
        return int(self.view["decks"][str(level)])


V = TypeVar("V", bound=SeatCards[Any])


def market_slots(view: View) -> Iterator[tuple[int, str, str | None]]:
    """Yield each slot of the market, level 3 first: its level, its name, and the card in it."""
    for level in reversed(LEVELS):
        for number, card in enumerate(view["market"][str(level)], 1):
            yield level, f"{level}.{number}", card


@dataclass(frozen=True)
class CardLine:
    """One slot of the market or of one's own reserve. In an empty slot `card` is empty."""

    slot: str
    """`3.1` to `1.5`, or `r1` to `r3`."""
    level: int
    card: str
    """The card's id."""
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    words: str
    price: str
    """What the reader would pay after bonuses."""
    cost: dict[str, int]
    """The same in figures."""
    missing: str
    """What is missing, in words; empty if nothing is."""
    missing_count: int
    is_affordable: bool
    secret: str
    """Says that nobody else knows the card; else empty."""
    face: "Face | None" = None
    """What is printed on it."""

    @property
    def line(self) -> str:
        """The whole line behind the slot's name."""
        return self._line(self.price)

    @property
    def row(self) -> str:
        """The same for a letter's text part: shorter by the commas in the price."""
        return self._line(self.price.replace(", ", " "))

    def _line(self, price: str) -> str:
        if not self.card:
            return self.words
        words = {"card": self.words, "price": price}
        parts = [gettext("%(card)s: %(price)s") % words, self.missing]
        line = ", ".join(part for part in parts if part)
        return f"{line} ({self.secret})" if self.secret else line


@dataclass(frozen=True)
class Face:
    """What one sees of a card."""

    level: int
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    words: str
    name: str
    """The word for its colour, or that it has none."""
    points: int
    traits: tuple[str, ...]
    """What else is printed on it, but for its price."""


FaceOf = Callable[[str], Face]


def card_lines(side: SeatCards[P], face_of: FaceOf, *, secret: str) -> Iterator[CardLine]:
    """Yield the market from level 3 down to level 1, then the seat's own reserve.

    `secret` is what is said of a card that nobody else knows.
    """
    for level, slot, card in market_slots(side.view):
        yield _line(slot, card, face_of(card), side.mine) if card else _empty(slot, level)
    for number, reserved in enumerate(side.mine.reserved, 1):
        card = reserved["id"]
        secret_words = secret if side.is_hidden(card) else ""
        yield _line(f"r{number}", card, face_of(card), side.mine, secret_words)


def _empty(slot: str, level: int) -> CardLine:
    return CardLine(slot, level, "", "", gettext("empty"), "", {}, "", 0, False, "")


def _line(slot: str, card_id: str, face: Face, purse: Purse, secret: str = "") -> CardLine:
    price = purse.price(card_id)
    return CardLine(
        slot=slot,
        level=face.level,
        card=card_id,
        colour=face.colour,
        words=face.words,
        price=token_list(price) or gettext("nothing to pay"),
        cost=dict(price),
        missing=missing_words(card_id, purse),
        missing_count=purse.missing(card_id),
        is_affordable=purse.can_pay(card_id),
        secret=secret,
        face=face,
    )


def missing_words(card_id: str, purse: Purse) -> str:
    """Return what a player lacks for a card; nothing if they can buy it without gold."""
    words = []
    if count := purse.missing(card_id):
        gold_will_do = purse.gold_needed(card_id) <= purse.tokens[GOLD]
        template = (
            ngettext(
                "%(count)d missing (gold will do)",
                "%(count)d missing (gold will do)",
                count,
            )
            if gold_will_do
            else ngettext("%(count)d missing", "%(count)d missing", count)
        )
        words.append(template % {"count": count})
    if purse.is_barred(card_id):
        words.append(gettext("you need a bonus first"))
    return ", ".join(words)
