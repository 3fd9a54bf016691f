"""What can be read off a view with one seat in mind: prices, distances, and who stands where."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from duel.games.base import View
from duel.games.gems.offer import Purse, SeatCards
from duel.games.gems.vocabulary import GEMS, GOLD
from duel.games.splendor.printed_cards import PrintedCards, by_name
from duel.words.naming import others
from engine.splendor.facts import DOUBLE_GOLD, POINTS_PER_POST, Amounts, City


class Hand(Purse):
    """What one player has before them, with the sums that the rules ask for."""

    def __init__(self, player: Mapping[str, Any], printed: PrintedCards) -> None:
        super().__init__(player)
        self.cards: list[str] = player["cards"]
        self.nobles: list[str] = player["nobles"]
        self.posts: list[str] = player["posts"]
        self.printed = printed
        if self.has_power(DOUBLE_GOLD):
            self.gold_worth = 2

    @cached_property
    def bonuses(self) -> Counter[str]:
        """The bonuses by colour: one for each card."""
        return Counter(map(self.printed.colour, self.cards))

    @cached_property
    def points(self) -> int:
        """The points on cards and nobles, and those of trading posts."""
        facts = self.printed.facts
        on_cards = sum(facts.card_of[card].points for card in self.cards)
        on_nobles = sum(facts.noble_of[noble].points for noble in self.nobles)
        return on_cards + on_nobles + len(self.posts) * self.has_power(POINTS_PER_POST)

    def has_power(self, power: str) -> bool:
        """Return whether the player has won the trading post with that power."""
        return any(self.printed.facts.post_of[post].power == power for post in self.posts)

    def cost(self, card_id: str) -> Counter[str]:
        """Return what is printed on a card."""
        return self.printed.cost(card_id)

    def cards_missing(self, needs: Amounts, bonuses: Counter[str] | None = None) -> int:
        """Return how many cards the player lacks for a tile, now or with other bonuses."""
        has = self.bonuses if bonuses is None else bonuses
        return sum(max(0, number - has[colour]) for colour, number in by_name(needs))

    def missing_for(self, city: City) -> tuple[int, int]:
        """Return how many points and how many cards the player lacks for a city."""
        cards = self.cards_missing(city.needs)
        if city.any_same:
            cards += max(0, city.any_same - max(self.bonuses[GEMS[colour]] for colour in city.free))
        return max(0, city.points - self.points), cards

    def meets(self, city: City) -> bool:
        """Return whether the player has all that a city asks for."""
        return self.missing_for(city) == (0, 0)


class SeatView(SeatCards[Hand]):
    """A view from the side of one seat."""

    def __init__(self, view: View, seat: int, names: Sequence[str], printed: PrintedCards) -> None:
        self.hands = hands_of(view, printed)
        super().__init__(view, seat, names, self.hands[seat])
        self.printed = printed

    @property
    def gems_in_bank(self) -> Counter[str]:
        """The tokens in the bank without the gold."""
        return Counter({c: number for c, number in self.view["bank"].items() if c != GOLD})

    def open_slot(self) -> str:
        """Return the slot that waits for its card until the extra token is taken; else nothing."""
        if self.view["phase"] != "extra":
            return ""
        return next(
            (
                f"{level}.{number}"
                for level, cards in self.view["market"].items()
                for number, card in enumerate(cards, 1)
                if card is None and self.view["decks"][level]
            ),
            "",
        )


def hands_of(view: View, printed: PrintedCards) -> tuple[Hand, ...]:
    """Return what each seat has."""
    return tuple(Hand(player, printed) for player in view["players"])


def seats_in(view: View) -> list[int]:
    """Return the seats that have not left."""
    return [seat for seat in range(len(view["players"])) if seat not in view.get("out", ())]


def reader_first(seats: int, viewer: int | None) -> list[int]:
    """Return the seats in the order of play, from the reader; for a spectator from the first."""
    return [*range(seats)] if viewer is None else [viewer, *others(range(seats), viewer)]
