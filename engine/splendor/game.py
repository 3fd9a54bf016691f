"""Splendor, as the engine's contract wants it."""

from functools import partial
from typing import Any

from engine.contract import Draw, Event, Step
from engine.gems.game import GemGame
from engine.reading.pinned_turns import pinned
from engine.splendor.checking import checked_position
from engine.splendor.facts import RULES_1, Facts
from engine.splendor.flow import events_for, leave, reveals
from engine.splendor.foresight import Foresight, threats, veil
from engine.splendor.moves import legal_moves, read_move
from engine.splendor.position import OPTION_NAMES, Position, dump, first_draws, first_position, view
from engine.splendor.reading.reader import SplendorReader
from engine.splendor.scoring import standing


class Splendor(GemGame[Position, Foresight]):
    """Splendor under one version of its rules: what is printed on cards and tiles is handed in."""

    name = "splendor"
    title = "Splendor"
    seat_counts = range(2, 5)
    option_names: tuple[str, ...] = OPTION_NAMES
    foresight = Foresight

    read_move = staticmethod(read_move)
    reveals = staticmethod(reveals)
    legal = staticmethod(legal_moves)
    events_for = staticmethod(events_for)
    view = staticmethod(view)
    dump = staticmethod(dump)
    veil = staticmethod(veil)
    threats = staticmethod(threats)
    standing = staticmethod(standing)

    def __init__(self, facts: Facts = RULES_1) -> None:
        self._facts = facts
        self.rules = facts.rules
        self.cards_of_level = facts.cards_of_level
        self.first_position = partial(first_position, facts)
        self.load = partial(checked_position, facts)
        reader = SplendorReader(facts)
        self.parse_text, self.read = reader.parse_text, reader.read_clause
        self.pinned = partial(pinned, reader)

    def open_parts(self, position: Position) -> dict[str, Any]:
        """Return the players with all their cards, and as `upcoming` the decks, next card first."""
        whole = dump(position)
        return {
            "players": whole["players"],
            "upcoming": whole["decks"],
            "drawn": whole["drawn"],
        }

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        """Return what chance has decided by the move between the two; None: at the beginning."""
        return first_draws(self._facts, after) if before is None else []

    def retire(self, position: Position, seat: int) -> Step[Position]:
        """Return what comes of it when that seat leaves and the others play on; raise Illegal."""
        after = position.copy()
        events: list[Event] = []
        leave(after, seat, events)
        return Step(after, tuple(events), reveals(events))

    def out(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have left, in ascending order."""
        return position.out
