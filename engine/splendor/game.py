"""Splendor, as the engine's contract wants it."""

from collections.abc import Collection, Sequence
from typing import Any

from engine.contract import Draw, Event, Outcome, Step
from engine.errors import BadSetup
from engine.fairness import SEED_BYTES
from engine.gems.imagining import with_hidden_dealt
from engine.reading import MoveReading, PinnedTurn, Problem
from engine.reading.pinned_turns import pinned
from engine.splendor.checking import checked_position
from engine.splendor.facts import RULES_1, Facts
from engine.splendor.flow import events_for, leave, reveals
from engine.splendor.foresight import Foresight, threats, veil
from engine.splendor.moves import legal_moves, read_move
from engine.splendor.position import OPTION_NAMES, Position, dump, first_draws, first_position, view
from engine.splendor.reading.reader import ParsedClause, ParsedClauses, SplendorReader
from engine.splendor.scoring import standing


class Splendor:
    """Splendor under one version of its rules: what is printed on cards and tiles is handed in."""

    name = "splendor"
    seat_counts = range(2, 5)
    option_names: tuple[str, ...] = OPTION_NAMES

    legal = staticmethod(legal_moves)
    events_for = staticmethod(events_for)
    view = staticmethod(view)
    dump = staticmethod(dump)
    veil = staticmethod(veil)
    threats = staticmethod(threats)
    standing = staticmethod(standing)

    def __init__(self, facts: Facts = RULES_1) -> None:
        self._facts = facts
        self._reader = SplendorReader(facts)
        self.rules = facts.rules

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> Position:
        """Return the position at the start; raise BadSetup if it cannot be begun so."""
        if len(seed) != SEED_BYTES:
            raise BadSetup(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        if seats not in self.seat_counts:
            raise BadSetup(f"Splendor is a game for 2 to 4 players, not {seats}.")
        if strange := sorted(set(options) - set(OPTION_NAMES)):
            raise BadSetup(f"Splendor has no option {strange[0]!r}.")
        return first_position(self._facts, seed, seats, options)

    def apply(self, position: Position, move: str) -> Position:
        """Return the position after the move; raise Unreadable or Illegal."""
        after = position.copy()
        read_move(move).play(after, None)
        return after

    def play(self, position: Position, move: str) -> None:
        """Make the move in place; on an error the position is unchanged."""
        read_move(move).play(position, None)

    def step(self, position: Position, move: str) -> Step[Position]:
        """Return what `apply` returns, together with what happened."""
        after = position.copy()
        events: list[Event] = []
        read_move(move).play(after, events)
        return Step(after, tuple(events), reveals(events))

    def imagine(self, view: dict[str, Any], chance: bytes) -> Position:
        """Return a position that the view could be of, all hidden arrangements equally likely."""
        whole = with_hidden_dealt(view, self._facts.cards_of_level, chance)
        return checked_position(self._facts, whole)

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

    def load(self, data: object) -> Position:
        """Return the position of a JSON object; raise BadPosition naming every problem."""
        return checked_position(self._facts, data)

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        return position.result

    def retire(self, position: Position, seat: int) -> Step[Position]:
        """Return what comes of it when that seat leaves and the others play on; raise Illegal."""
        after = position.copy()
        events: list[Event] = []
        leave(after, seat, events)
        return Step(after, tuple(events), reveals(events))

    def out(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have left, in ascending order."""
        return position.out

    def copy(self, position: Position) -> Position:
        """Return an independent copy."""
        return position.copy()

    def foresee(self, position: Position) -> Foresight:
        """Return the turn of the seat to move, to be played ahead of time."""
        return Foresight(position)

    def try_out(self, position: Position, seat: int) -> Foresight:
        """Return the game from here on, to be played by all as far as the seat knows it."""
        return Foresight(position, tried_by=seat)

    def parse_text(self, text: str, language: str | None = None) -> ParsedClauses:
        """Return what a person's text says, clause by clause; it needs no position."""
        return self._reader.parse_text(text, language)

    def pinned(
        self, view: dict[str, Any], seat: int, text: str, language: str | None = None
    ) -> PinnedTurn:
        """Return a turn that is to be played later, naming what the seat sees now; never raise."""
        return pinned(self._reader, view, seat, text, language)

    def read(
        self,
        view: dict[str, Any],
        legal: Sequence[str],
        clause: ParsedClause,
        problem: Problem | None = None,
    ) -> MoveReading:
        """Return the one legal move that a clause means, or why it is none; never raise."""
        return self._reader.read_clause(view, legal, clause, problem)
