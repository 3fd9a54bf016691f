"""What can be read off a view with one seat in mind: prices, distances, board, cards on offer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from duel.games.base import View
from duel.games.duel.vocabulary import card_traits, card_words, colour_of_card
from duel.games.gems.offer import CardLine, Face, Purse, SeatCards, card_lines
from duel.games.gems.vocabulary import GEMS, colour_word
from duel.words.naming import others
from engine.duel.facts import CARD_OF, CELL_NAMES, CELLS, COLOURS, ROYAL_OF, SIDE
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
        super().__init__(view, seat, names, Hand(view["players"][seat]))
        (other,) = others(range(len(names)), seat)
        self.opponent = names[other]
        self.theirs = Hand(view["players"][other])

    def opponent_can_take_privilege(self) -> bool:
        """Return whether there is a privilege that the opponent would get."""
        return self.theirs.privileges < PRIVILEGES_IN_ALL

    def privilege_would_be_mine(self) -> bool:
        """Return whether a privilege that the opponent takes would be the seat's own."""
        return not self.view["supply"] and self.theirs.privileges < PRIVILEGES_IN_ALL


EMPTY_CELL = "."


@dataclass(frozen=True)
class Cell:
    """One cell of the board."""

    name: str
    colour: str
    """The key of the colour of its token; empty without one."""
    word: str
    """The colour in the reader's language, or a dot."""


def board_rows(view: View) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in five rows from the top, each from a to e."""
    cells = [_cell(index, view["board"][index]) for index in CELLS]
    return tuple(tuple(cells[row : row + SIDE]) for row in range(0, len(cells), SIDE))


def text_rows(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """Return the board as lines of equal columns: the letters, then a line per row."""
    width = max(len(cell.word) for row in rows for cell in row) + 2
    heading = "   " + "".join(cell.name[0].ljust(width) for cell in rows[0])
    lines = [
        f"{row[0].name[1]}  " + "".join(cell.word.ljust(width) for cell in row) for row in rows
    ]
    return tuple(line.rstrip() for line in (heading, *lines))


def _cell(index: int, colour: str | None) -> Cell:
    return Cell(CELL_NAMES[index], colour or "", colour_word(colour) if colour else EMPTY_CELL)


def offer_of(side: SeatView) -> tuple[CardLine, ...]:
    """Return the market from level 3 down to level 1, then the seat's own reserve."""
    secret = gettext("%(name)s does not know this card") % {"name": side.opponent}
    return tuple(card_lines(side, card_face, secret=secret))


def card_face(card_id: str) -> Face:
    """Return what one sees of a card."""
    card = CARD_OF[card_id]
    colour = "" if card.colour is None else COLOURS[card.colour]
    return Face(
        level=card.level,
        colour=colour,
        words=card_words(card_id),
        name=colour_of_card(card_id),
        points=card.points,
        traits=card_traits(card_id),
    )
