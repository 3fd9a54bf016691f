"""Reserving a card with a gold: `reserve CELL CARD` or `reserve CELL deckN`."""

from dataclasses import dataclass

from engine.duel.board import CELL_NAMES, CELLS, CELLS_BY_NAME
from engine.duel.cards import CARD_OF, CARDS, LEVELS
from engine.duel.colours import COLOURS, GOLD
from engine.duel.flow import Told, after_action, turn_up_card
from engine.duel.move import ACTION_PHASES, Move
from engine.duel.position import MOST_RESERVED, Position

DECK_ROWS = {f"deck{level}": level - 1 for level in LEVELS}


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
            self.refuse_in_phase(position)
        player = position.players[position.seat]
        if len(player.reserved) >= MOST_RESERVED:
            self.refuse("three cards are already reserved")
        if not position.gold_cells >> self.cell & 1:
            self.refuse(f"there is no gold on {CELL_NAMES[self.cell]}")
        row = DECK_ROWS.get(self.source, -1)
        from_deck = row >= 0
        slot = -1
        if from_deck:
            deck = position.decks[row]
            if not deck:
                self.refuse("that deck is empty")
            card = deck[0]
            position.decks[row] = deck[1:]
        else:
            wanted = CARD_OF.get(self.source)
            if wanted is None or wanted not in position.market[wanted.level - 1]:
                self.refuse("that card is not in the market")
            card = wanted
            row = card.level - 1
            slot = position.market[row].index(card)

        position.lift(self.cell)
        player.tokens[GOLD] += 1
        player.reserved.append((card, from_deck))
        if told is not None:
            told.append(
                {
                    "kind": "taken",
                    "seat": position.seat,
                    "cells": [CELL_NAMES[self.cell]],
                    "colors": [COLOURS[GOLD]],
                    "by": "reserve",
                }
            )
            told.append(
                {
                    "kind": "reserved",
                    "seat": position.seat,
                    "from": "deck" if from_deck else "market",
                    "level": card.level,
                    "id": card.id,
                }
            )
        if not from_deck:
            turn_up_card(position, row, slot, told)
        after_action(position, told)


_TEXTS = tuple(
    {source: Reserve(cell, source).text for source in (*(card.id for card in CARDS), *DECK_ROWS)}
    for cell in CELLS
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
    gold_cells = position.gold_cells
    if not gold_cells:
        return []
    names = sources(position)
    return [
        texts[name]
        for texts in [_TEXTS[cell] for cell in CELLS_BY_NAME if gold_cells >> cell & 1]
        for name in names
    ]
