"""What a player has to pay with, and what cards cost them."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from duel.games.gems.vocabulary import GOLD
from engine.gems.pieces import TOKEN_LIMIT


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
