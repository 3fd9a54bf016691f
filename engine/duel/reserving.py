"""Reserving a card with a gold: `reserve CELL CARD` or `reserve CELL deckN`."""

from dataclasses import dataclass
from functools import cache

from engine.duel.board import CELL_NAMES, CELLS, CELLS_BY_NAME
from engine.duel.cards import CARD_OF, Card
from engine.duel.colours import GOLD
from engine.duel.flow import after_action
from engine.duel.move import ACTION_PHASES, Move
from engine.duel.position import MOST_RESERVED, Position
from engine.duel.seeing.events import taken
from engine.gems.market import DECK_ROWS, Told, turn_up_card


@dataclass(frozen=True, slots=True)
class Reserve(Move):
    """Take a gold, then a card of the market or the top of a deck."""

    cell: int
    source: str
    """The id of a card, or `deck1`, `deck2`, `deck3`."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"reserve {CELL_NAMES[self.cell]} {self.source}"

    def play(self, position: Position, told: Told) -> None:
        """Take the gold and the card."""
        if position.phase not in ACTION_PHASES:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        if len(player.reserved) >= MOST_RESERVED:
            raise self.refusal("three cards are already reserved")
        if not position.gold_cells >> self.cell & 1:
            raise self.refusal(f"there is no gold on {CELL_NAMES[self.cell]}")
        card, slot = self._offered_card(position)
        from_deck = slot < 0

        position.lift(self.cell)
        player.tokens[GOLD] += 1
        player.reserved.append((card, from_deck))
        if told is not None:
            told.append(taken(position.seat, [self.cell], [GOLD], "reserve"))
            told.append(
                {
                    "kind": "reserved",
                    "seat": position.seat,
                    "from": "deck" if from_deck else "market",
                    "level": card.level,
                    "id": card.id,
                }
            )
        row = card.level - 1
        if from_deck:
            position.decks[row] = position.decks[row][1:]
        else:
            turn_up_card(position, row, slot, told)
        after_action(position, told)

    def _offered_card(self, position: Position) -> tuple[Card, int]:
        """Return the card and its market slot, or -1 if it is the top of its deck."""
        if self.source in DECK_ROWS:
            deck = position.decks[DECK_ROWS[self.source]]
            if not deck:
                raise self.refusal("that deck is empty")
            return deck[0], -1
        card = CARD_OF.get(self.source)
        if card is None or card not in position.market[card.level - 1]:
            raise self.refusal("that card is not in the market")
        return card, position.market[card.level - 1].index(card)


_TEXTS = tuple(
    {source: Reserve(cell, source).text for source in (*CARD_OF, *DECK_ROWS)} for cell in CELLS
)


def sources(position: Position) -> list[str]:
    """Return what there is to reserve, sorted as in the moves; empty if the seat holds three."""
    if len(position.players[position.seat].reserved) >= MOST_RESERVED:
        return []
    ids = [card.id for row in position.market for card in row if card]
    ids.sort()
    return ids + [deck for deck, row in DECK_ROWS.items() if position.decks[row]]


def legal_reserves(position: Position) -> list[str]:
    """Return every way to reserve a card as canonical text, sorted."""
    if not position.gold_cells:
        return []
    names = sources(position)
    return [texts[name] for texts in _texts_at(position.gold_cells) for name in names]


@cache  # three gold lie in 2,625 ways at most
def _texts_at(gold_cells: int) -> list[dict[str, str]]:
    """Return the texts by source for each of the cells, in the order of their names."""
    return [_TEXTS[cell] for cell in CELLS_BY_NAME if gold_cells >> cell & 1]
