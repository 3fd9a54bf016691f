"""What a card of Splendor Duel costs, and the colour that a wild one takes."""

from collections import Counter

from engine.duel.facts import CARD_OF, COLOURS
from engine.duel.moves import Option
from engine.duel.reading.described import card_colour
from engine.reading import payment
from engine.reading.described import View
from engine.reading.payment import GOLD


class Payment(payment.Payment[Option]):
    """Prices of Splendor Duel."""

    def spent(self, option: Option, view: View) -> Counter[str]:
        """Return the tokens that the purchase costs the seat to move."""
        price = Counter({COLOURS[colour]: n for colour, n in CARD_OF[str(option.card)].cost})
        for owned in view["players"][view["to_move"]]["cards"]:
            price -= Counter({owned["color"]: CARD_OF[owned["id"]].bonus})
        price -= Counter(option.colours)
        return price + Counter({GOLD: len(option.colours)})

    def has_colour(self, option: Option, colour: str) -> bool:
        """Return whether the card has that colour, or takes it."""
        return colour in (option.wild, card_colour(option.card))

    def takes_colour(self, option: Option, colour: str) -> bool:
        """Return whether the card is wild and takes that colour."""
        return option.wild == colour
