"""Which card or royal of Splendor Duel is meant, what is true of it, and what a card costs."""

from collections import Counter

from engine.duel.facts import CARD_OF, COLOURS, ROYAL_OF
from engine.duel.moves import Option
from engine.reading import cards, payment
from engine.reading.cards import View, card_at, place_of
from engine.reading.payment import GOLD


def card_id(named: str, view: View) -> str | None:
    """Return the id of a card named by id or by its place, None if the place is empty."""
    if named.startswith("place"):
        # The order in which the royals lie counts only where it is that of their numbers.
        royals, number = view["royals"], int(named.removeprefix("place"))
        royal = f"R-{number:02}"
        return royal if 0 < number <= len(royals) and royals[number - 1] == royal else None
    if named[0] == "r" and view["phase"] == "royal":
        return f"R-{int(named[1:]):02}"
    if named[0] == "r" or "." in named:
        return card_at(named, view, view["to_move"])
    return named


def cards_within_reach(verb: str, view: View) -> set[str]:
    """Return what the seat can see and could buy, reserve or choose if the rest were right."""
    return set(view["royals"]) if verb == "royal" else cards.cards_within_reach(verb, view)


def is_true(fact: str, card: str, view: View) -> bool:
    """Return whether a fact such as `points 3` is true of the card."""
    name, value = fact.split(" ", 1)
    if card in ROYAL_OF:
        royal = ROYAL_OF[card]
        return value == {"points": str(royal.points), "ability": royal.ability}.get(name)
    if card not in CARD_OF:
        return fact == f"level {card[-1]}"
    known = CARD_OF[card]
    truth = {
        "level": str(known.level),
        "points": str(known.points),
        "crowns": str(known.crowns),
        "bonuses": str(known.bonus),
        "ability": known.ability,
        "colour": "wild" if known.wild else card_colour(card) or "none",
        "place": place_of(card, view),
    }
    return truth.get(name) == value


def card_colour(card: str | None) -> str | None:
    """Return the colour of the card of that id, None for wild and colourless ones."""
    known = CARD_OF.get(card or "")
    return None if known is None or known.colour is None else COLOURS[known.colour]


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
