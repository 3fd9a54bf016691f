"""Token moves: `use`, `replenish`, `take CELL …`, `token CELL`, `steal COLOUR`, `discard …`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.duel.card_moves import can_buy, cards_to_reserve
from engine.duel.facts import (
    CELL_NAMES,
    CELLS_BY_NAME,
    COLOURS,
    EMPTY,
    GEMS_AND_PEARL,
    GOLD,
    PEARL,
    SPIRAL,
    TAKES,
)
from engine.duel.flow import (
    ACTION_PHASES,
    Move,
    after_abilities,
    after_action,
    end_turn,
    take_privilege,
    taken,
)
from engine.duel.position import ACTION, DISCARD, START, STEAL, TOKEN, Position, colour_names
from engine.fairness import Stream
from engine.gems.pieces import (
    EventSink,
    discard_text,
    discard_texts,
    discard_tokens,
    list_tokens,
)


@dataclass(frozen=True, slots=True)
class Use(Move):
    """Return a privilege and take one gem or pearl."""

    cell: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"use {CELL_NAMES[self.cell]}"

    def play(self, position: Position, events: EventSink) -> None:
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
        if events is not None:
            events.append({"kind": "privilege_used", "seat": position.seat})
            events.append(taken(position.seat, [self.cell], [colour], "use"))


@dataclass(frozen=True, slots=True)
class Replenish(Move):
    """Lay the whole bag on the empty cells."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "replenish"

    def play(self, position: Position, events: EventSink) -> None:
        """Lay the tokens along the spiral; give the opponent a privilege."""
        # Nobody learns whether it was forced: that would show that no reserved card is affordable.
        if position.phase != START:
            raise self.refusal_in_phase(position)
        tokens = list_tokens(position.bag)
        if not tokens:
            raise self.refusal("the bag is empty")
        position.refills += 1
        Stream(position.seed, f"refill{position.refills}").shuffle(tokens)
        board = position.board
        empty = [cell for cell in SPIRAL if board[cell] == EMPTY][: len(tokens)]
        position.lay(empty, tokens)
        position.bag = [0] * 7
        position.phase = ACTION
        if events is not None:
            events.append(
                {
                    "kind": "replenished",
                    "seat": position.seat,
                    "cells": [CELL_NAMES[cell] for cell in empty],
                    "colors": colour_names(tokens),
                }
            )
        take_privilege(position, 1 - position.seat, events)


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

    def play(self, position: Position, events: EventSink) -> None:
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
        if events is not None:
            events.append(taken(seat, self.cells, colours, "take"))
        if brings_privilege(colours):
            take_privilege(position, 1 - seat, events)
        after_action(position, events)


def brings_privilege(colours: Sequence[int]) -> bool:
    """Return whether to take tokens of these colours gives the opponent a privilege."""
    return colours.count(PEARL) == 2 or colours.count(colours[0]) == 3


def action_within_reach(position: Position) -> bool:
    """Return whether the seat can do an action, now or after replenishing."""
    bag = position.bag
    return bool(
        position.gem_cells
        or any(bag[colour] for colour in GEMS_AND_PEARL)
        or ((position.gold_cells or bag[GOLD]) and cards_to_reserve(position))
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


@dataclass(frozen=True, slots=True)
class Token(Move):
    """Take the token that the card just bought gives."""

    cell: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"token {CELL_NAMES[self.cell]}"

    def play(self, position: Position, events: EventSink) -> None:
        """Take the token, of the card's colour."""
        if position.phase != TOKEN:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        colour = given_colour(position)
        if position.board[self.cell] != colour:
            raise self.refusal(f"there is no {COLOURS[colour]} token on {CELL_NAMES[self.cell]}")

        position.lift(self.cell)
        player.tokens[colour] += 1
        if events is not None:
            events.append(taken(position.seat, [self.cell], [colour], "token"))
        after_abilities(position, events)


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Take a gem or pearl from the opponent."""

    colour: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"steal {COLOURS[self.colour]}"

    def play(self, position: Position, events: EventSink) -> None:
        """Take the token from the opponent."""
        if position.phase != STEAL:
            raise self.refusal_in_phase(position)
        opponent = position.players[1 - position.seat]
        if not opponent.tokens[self.colour]:
            raise self.refusal(f"the opponent has no {COLOURS[self.colour]} token")

        opponent.tokens[self.colour] -= 1
        position.players[position.seat].tokens[self.colour] += 1
        if events is not None:
            events.append(
                {
                    "kind": "stolen",
                    "seat": position.seat,
                    "from": 1 - position.seat,
                    "color": COLOURS[self.colour],
                }
            )
        after_abilities(position, events)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Return tokens to the bag, exactly down to the limit."""

    colours: tuple[int, ...]

    @property
    def text(self) -> str:
        """The canonical text."""
        return discard_text(self.colours, COLOURS)

    def play(self, position: Position, events: EventSink) -> None:
        """Put the tokens into the bag and end the turn."""
        if position.phase != DISCARD:
            raise self.refusal_in_phase(position)
        tokens = position.players[position.seat].tokens
        discard_tokens(self, self.colours, tokens, position.bag, COLOURS)
        if events is not None:
            gone = colour_names(self.colours)
            events.append({"kind": "discarded", "seat": position.seat, "colors": gone})
        end_turn(position, events)


def given_colour(position: Position) -> int:
    """Return the colour of the token that the card bought last gives; all such have a colour."""
    return cast(int, position.players[position.seat].cards[-1][1])


def legal_tokens(position: Position) -> list[str]:
    """Return every way to take the card's token as canonical text, sorted."""
    colour = given_colour(position)
    return [Token(cell).text for cell in CELLS_BY_NAME if position.board[cell] == colour]


def legal_steals(position: Position) -> list[str]:
    """Return every way to steal a token as canonical text, sorted."""
    tokens = position.players[1 - position.seat].tokens
    return sorted(Steal(colour).text for colour in GEMS_AND_PEARL if tokens[colour])


def legal_discards(position: Position) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    return discard_texts(position.players[position.seat].tokens, COLOURS)
