"""Tokens from the board: `use CELL`, `replenish` and `take CELL [CELL [CELL]]`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.duel.board import CELL_NAMES, CELLS_BY_NAME, SPIRAL, TAKES
from engine.duel.buying import can_buy
from engine.duel.colours import (
    EMPTY,
    GEMS_AND_PEARL,
    GOLD,
    PEARL,
    colour_names,
)
from engine.duel.flow import after_action, take_privilege
from engine.duel.move import ACTION_PHASES, Move
from engine.duel.position import ACTION, START, Position
from engine.duel.reserving import sources
from engine.duel.seeing.events import taken
from engine.gems.colours import tokens_listed
from engine.gems.market import Told
from engine.randomness import Stream


@dataclass(frozen=True, slots=True)
class Use(Move):
    """Return a privilege and take one gem or pearl."""

    cell: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"use {CELL_NAMES[self.cell]}"

    def play(self, position: Position, told: Told) -> None:
        """Give the privilege back and take the token; the turn goes on as it was."""
        if position.phase != START:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        if not player.privileges:
            raise self.refusal("there is no privilege left to use")
        if not position.gem_cells >> self.cell & 1:
            raise self.refusal(f"there is no gem or pearl on {CELL_NAMES[self.cell]}")
        if not _leaves_an_action(position, self.cell):
            raise self.refusal("no action would be possible after it")

        colour = position.lift(self.cell)
        player.tokens[colour] += 1
        player.privileges -= 1
        position.supply += 1
        if told is not None:
            told.append({"kind": "privilege_used", "seat": position.seat})
            told.append(taken(position.seat, [self.cell], [colour], "use"))


@dataclass(frozen=True, slots=True)
class Replenish(Move):
    """Lay the whole bag on the empty cells."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "replenish"

    def play(self, position: Position, told: Told) -> None:
        """Lay the tokens along the spiral; the opponent takes a privilege.

        Whether it was forced is told to nobody: it would show that no reserved card is affordable.
        """
        if position.phase != START:
            raise self.refusal_in_phase(position)
        tokens = tokens_listed(position.bag)
        if not tokens:
            raise self.refusal("the bag is empty")
        position.refills += 1
        Stream(position.seed, f"refill{position.refills}").shuffle(tokens)
        board = position.board
        empty = [cell for cell in SPIRAL if board[cell] == EMPTY][: len(tokens)]
        position.lay(empty, tokens)
        position.bag = [0] * 7
        position.phase = ACTION
        if told is not None:
            told.append(
                {
                    "kind": "replenished",
                    "seat": position.seat,
                    "cells": [CELL_NAMES[cell] for cell in empty],
                    "colors": colour_names(tokens),
                }
            )
        take_privilege(position, 1 - position.seat, told)


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take one to three gems or pearls that lie side by side in a straight line."""

    cells: tuple[int, ...]
    line: int
    """The set of the cells if they are a line, else 0."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "take " + " ".join(CELL_NAMES[cell] for cell in self.cells)

    def play(self, position: Position, told: Told) -> None:
        """Take the tokens; three of one colour or both pearls give the opponent a privilege."""
        if position.phase not in ACTION_PHASES:
            raise self.refusal_in_phase(position)
        line = self.line
        if not line:
            raise self.refusal("these cells do not lie side by side in one straight line")
        if line & ~position.gem_cells:
            bare = next(c for c in self.cells if not position.gem_cells >> c & 1)
            raise self.refusal(f"there is no gem or pearl on {CELL_NAMES[bare]}")

        seat = position.seat
        tokens = position.players[seat].tokens
        board = position.board
        position.gem_cells ^= line
        colours = []
        for cell in self.cells:
            colour = board[cell]
            board[cell] = EMPTY
            tokens[colour] += 1
            colours.append(colour)
        if told is not None:
            told.append(taken(seat, self.cells, colours, "take"))
        if brings_privilege(colours):
            take_privilege(position, 1 - seat, told)
        after_action(position, told)


def brings_privilege(colours: Sequence[int]) -> bool:
    """Return whether to take tokens of these colours gives the opponent a privilege."""
    return colours.count(PEARL) == 2 or colours.count(colours[0]) == 3


def action_within_reach(position: Position) -> bool:
    """Return whether the seat can do an action, now or after replenishing."""
    bag = position.bag
    return bool(
        position.gem_cells
        or any(bag[colour] for colour in GEMS_AND_PEARL)
        or ((position.gold_cells or bag[GOLD]) and sources(position))
        or can_buy(position)
    )


def _leaves_an_action(position: Position, cell: int) -> bool:
    """Return whether the turn can still be finished once a privilege took that gem or pearl."""
    if position.gem_cells != 1 << cell:
        return True
    after = position.copy()
    after.players[after.seat].tokens[after.lift(cell)] += 1
    return action_within_reach(after)


_USE_TEXTS = [(1 << cell, Use(cell).text) for cell in CELLS_BY_NAME]


def legal_takes(position: Position) -> list[str]:
    """Return every way to take tokens as canonical text, sorted."""
    gems = position.gem_cells
    moves: list[str] = []
    for bit, reach, takes in TAKES:
        if gems & bit:
            moves += takes[gems & reach]
    return moves


def legal_uses(position: Position) -> list[str]:
    """Return every way to use a privilege as canonical text, sorted."""
    if not position.players[position.seat].privileges:
        return []
    gems = position.gem_cells
    moves = [text for bit, text in _USE_TEXTS if gems & bit]
    if len(moves) == 1 and not _leaves_an_action(position, gems.bit_length() - 1):
        return []
    return moves
