"""What can be read off a view with one seat in mind: slots, prices, and who stands where."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from duel.games.base import View
from duel.games.gems.purse import Purse
from duel.games.gems.seat_cards import SeatCards
from duel.games.gems.vocabulary import GEMS
from duel.words.naming import others
from engine.duel.facts import CARD_OF, COLOURS, ROYAL_OF
from engine.duel.position import PRIVILEGES_IN_ALL

PEARL = "pearl"


class Hand(Purse):
    """What one player has before them, with the sums that the rules ask for."""

    def __init__(self, player: Mapping[str, Any]) -> None:
        super().__init__(player)
        self.privileges: int = player["privileges"]
        self.royals: list[str] = player["royals"]
        self.cards: list[dict[str, Any]] = player["cards"]

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
        points = dict.fromkeys(GEMS, 0)
        for owned in self.cards:
            if owned["color"]:
                points[owned["color"]] += CARD_OF[owned["id"]].points
        return points

    def cost(self, card_id: str) -> Counter[str]:
        """Return what is printed on a card."""
        return Counter({COLOURS[colour]: amount for colour, amount in CARD_OF[card_id].cost})

    def is_barred(self, card_id: str) -> bool:
        """Return whether the card is wild and there is no bonus whose colour it could take."""
        return CARD_OF[card_id].wild and not self.bonuses


class SeatView(SeatCards[Hand]):
    """A view from the side of one seat."""

    def __init__(self, view: View, seat: int, names: Sequence[str]) -> None:
        super().__init__(view, seat, Hand(view["players"][seat]))
        (other,) = others(range(len(names)), seat)
        self.opponent = names[other]
        self.theirs = Hand(view["players"][other])

    def opponent_can_take_privilege(self) -> bool:
        """Return whether there is a privilege that the opponent would get."""
        return self.theirs.privileges < PRIVILEGES_IN_ALL

    def privilege_would_be_mine(self) -> bool:
        """Return whether a privilege that the opponent takes would be the seat's own."""
        return not self.view["supply"] and self.theirs.privileges < PRIVILEGES_IN_ALL
