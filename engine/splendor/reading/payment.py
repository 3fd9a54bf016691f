"""What a card of Splendor costs: with the post that doubles gold, each gold stands for two."""

from collections import Counter

from engine.reading import payment
from engine.reading.cards import View
from engine.reading.payment import GOLD
from engine.splendor.facts import COLOURS, DOUBLE_GOLD, Facts
from engine.splendor.moves import Option


class Payment(payment.Payment[Option]):
    """Prices of Splendor."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def spent(self, option: Option, view: View) -> Counter[str]:
        """Return the tokens that the purchase costs the seat to move."""
        left = self._due(option, view) - self._replaced(option, view)
        return left + Counter({GOLD: len(option.colours)})

    def has_colour(self, option: Option, colour: str) -> bool:
        """Return whether the card has that colour."""
        return COLOURS[self._facts.card_of[str(option.card)].colour] == colour

    def gold_stands_for(self, option: Option, wanted: Counter[str], view: View) -> bool:
        """Return whether gold is paid for just these: so many gold, or replacing so many tokens."""
        # Both are the same, unless each gold stands for two.
        return wanted in (Counter(option.colours), self._replaced(option, view))

    def _due(self, option: Option, view: View) -> Counter[str]:
        cards = self._facts.card_of
        due = Counter({COLOURS[colour]: n for colour, n in cards[str(option.card)].cost})
        owned = view["players"][view["to_move"]]["cards"]
        return due - Counter(COLOURS[cards[card].colour] for card in owned)

    def _replaced(self, option: Option, view: View) -> Counter[str]:
        """Return the tokens for which gold is paid."""
        powers = [self._facts.post_of[post].power for post in _mover(view)["posts"]]
        worth = 2 if DOUBLE_GOLD in powers else 1
        in_gold = Counter({colour: worth * n for colour, n in Counter(option.colours).items()})
        return in_gold & self._due(option, view)


def _mover(view: View) -> View:
    player: View = view["players"][view["to_move"]]
    return player
