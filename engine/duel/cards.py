"""The facts of the 67 cards and four royals, read once from the tables beside this file."""

from dataclasses import dataclass

from engine.duel.colours import COLOUR_OF, COLOURS, GEMS_AND_PEARL
from engine.gems.market import LEVELS
from engine.gems.tables import amounts, rows

MARKET_SLOTS = {1: 5, 2: 4, 3: 3}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. There is one object per card, so cards are compared by identity."""

    id: str
    level: int
    colour: int | None
    """None for a colourless card, and for a wild one, which takes a colour when it is bought."""
    wild: bool
    bonus: int
    points: int
    crowns: int
    ability: str
    """again, token, privilege, steal or none."""
    cost: tuple[tuple[int, int], ...]
    """Colour and amount, for each colour that is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Royal:
    """One royal; abilities are those of the cards."""

    id: str
    points: int
    ability: str


_PRICED = [COLOURS[colour] for colour in GEMS_AND_PEARL]


def _card(row: dict[str, str]) -> Card:
    wild, _, ability = row["ability"].partition("+")
    if wild != "wild":
        ability = wild
    return Card(
        id=row["id"],
        level=int(row["level"]),
        colour=COLOUR_OF.get(row["color"]),
        wild=wild == "wild",
        bonus=int(row["bonus"]),
        points=int(row["points"]),
        crowns=int(row["crowns"]),
        ability=ability or "none",
        cost=amounts(row, _PRICED),
    )


CARDS = tuple(_card(row) for row in rows(__package__, "cards.csv"))
CARDS_OF_LEVEL = {level: [card for card in CARDS if card.level == level] for level in LEVELS}
CARD_OF = {card.id: card for card in CARDS}
ROYALS = tuple(
    Royal(row["id"], int(row["points"]), row["ability"]) for row in rows(__package__, "royals.csv")
)
ROYAL_OF = {royal.id: royal for royal in ROYALS}
