"""What can be read off a view with one seat in mind: slots, prices, and who stands where."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from duel.games.base import View
from duel.words.naming import others
from engine.duel.cards import CARD_OF, ROYAL_OF
from engine.duel.colours import COLOURS
from engine.duel.position import PRIVILEGES_IN_ALL
from engine.gems.colours import GEMS
from engine.gems.discarding import TOKEN_LIMIT
from engine.gems.market import LEVELS

GEM_NAMES = tuple(COLOURS[gem] for gem in GEMS)
PEARL = "pearl"
GOLD = "gold"


class Hand:
    """What one player has before them, with the sums that the rules ask for."""

    def __init__(self, player: Mapping[str, Any]) -> None:
        self.tokens: dict[str, int] = player["tokens"]
        self.privileges: int = player["privileges"]
        self.reserved: list[dict[str, Any]] = player["reserved"]
        self.royals: list[str] = player["royals"]
        self.cards: list[dict[str, Any]] = player["cards"]
        self._prices: dict[str, Counter[str]] = {}
        self._wanting: dict[str, tuple[Counter[str], int]] = {}

    @cached_property
    def bonuses(self) -> Counter[str]:
        """The bonuses by colour."""
        bonuses: Counter[str] = Counter()
        for owned in self.cards:
            if owned["color"]:
                bonuses[owned["color"]] += CARD_OF[owned["id"]].bonus
        return bonuses

    @cached_property
    def points(self) -> int:
        """The points on cards and royals."""
        on_cards = sum(CARD_OF[owned["id"]].points for owned in self.cards)
        return on_cards + sum(ROYAL_OF[royal].points for royal in self.royals)

    @cached_property
    def crowns(self) -> int:
        """The crowns on cards."""
        return sum(CARD_OF[owned["id"]].crowns for owned in self.cards)

    @cached_property
    def colour_points(self) -> dict[str, int]:
        """The points on cards of each colour."""
        points = dict.fromkeys(GEM_NAMES, 0)
        for owned in self.cards:
            if owned["color"]:
                points[owned["color"]] += CARD_OF[owned["id"]].points
        return points

    @cached_property
    def token_count(self) -> int:
        """The number of tokens, gold included."""
        return sum(self.tokens.values())

    def price(self, card_id: str) -> Counter[str]:
        """Return what a card costs this player after bonuses; not to be changed."""
        # Every take of a long list is compared with every card in sight: worked out once.
        if card_id not in self._prices:
            cost = Counter({COLOURS[colour]: amount for colour, amount in CARD_OF[card_id].cost})
            self._prices[card_id] = cost - self.bonuses
        return self._prices[card_id]

    def missing(self, card_id: str) -> int:
        """Return how many tokens of the price the player lacks, gold left aside."""
        lacks = (amount - self.tokens[colour] for colour, amount in self.price(card_id).items())
        return sum(lack for lack in lacks if lack > 0)

    def can_pay(self, card_id: str) -> bool:
        """Return whether the player has what a card costs, gold included."""
        return self.missing(card_id) <= self.tokens[GOLD] and not self.lacks_a_bonus_for(card_id)

    def comes_to_afford(self, card_id: str, gain: Counter[str]) -> bool:
        """Return whether the player can pay for a card with the gain, and cannot without."""
        wanting = self._wanting.get(card_id)
        if wanting is None:  # a letter asks this of every take and every card
            missing = self.price(card_id) - Counter(self.tokens)
            wanting = self._wanting[card_id] = (missing, missing.total() - self.tokens[GOLD])
        missing, too_few = wanting
        if too_few <= 0 or too_few > gain.total() or self.lacks_a_bonus_for(card_id):
            return False
        return gain[GOLD] + (missing & gain).total() >= too_few

    def lacks_a_bonus_for(self, card_id: str) -> bool:
        """Return whether the card is wild and there is no bonus whose colour it could take."""
        return CARD_OF[card_id].wild and not self.bonuses

    def surplus_with(self, more: int) -> int:
        """Return how many tokens exceed the limit once the player has so many more."""
        return max(0, self.token_count + more - TOKEN_LIMIT)


class Seen:
    """A view from the side of one seat."""

    def __init__(self, view: View, seat: int, names: Sequence[str]) -> None:
        self.view = view
        self.seat = seat
        (other,) = others(range(len(names)), seat)
        self.opponent = names[other]
        self.mine = Hand(view["players"][seat])
        self.theirs = Hand(view["players"][other])

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
        """Return whether the seat has the card in reserve and its opponent does not know it."""
        return any(
            card.get("id") == card_id and card["from"] == "deck" for card in self.mine.reserved
        )

    def deck_size(self, level: int) -> int:
        """Return how many cards are left in a deck."""
        return int(self.view["decks"][str(level)])

    def opponent_can_take_privilege(self) -> bool:
        """Return whether there is a privilege that the opponent would get."""
        return self.theirs.privileges < PRIVILEGES_IN_ALL

    def privilege_would_be_mine(self) -> bool:
        """Return whether a privilege that the opponent takes would be the seat's own."""
        return not self.view["supply"] and self.theirs.privileges < PRIVILEGES_IN_ALL
