"""Splendor Duel, as the engine's contract wants it."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.contract import Draw, Event, Outcome, Step, Threat
from engine.duel.cards import CARDS_OF_LEVEL
from engine.duel.chance import draws_between, first_draws
from engine.duel.checking.check import checked_position
from engine.duel.legal import legal_moves
from engine.duel.notation import read_move
from engine.duel.position import Position
from engine.duel.reading.clauses import ParsedClauses
from engine.duel.reading.parsed_clause import ParsedClause
from engine.duel.reading.pinned_turns import pinned
from engine.duel.reading.reader import hear, read_clause
from engine.duel.seeing.events import events_for, reveals
from engine.duel.seeing.foresight import Foresight
from engine.duel.seeing.threats import threats
from engine.duel.seeing.veil import veiled
from engine.duel.seeing.view import dump, view
from engine.duel.setup import first_position
from engine.errors import BadSetup, Illegal
from engine.gems.imagining import with_hidden_dealt
from engine.randomness import SEED_BYTES
from engine.reading import MoveReading, PinnedTurn, Problem


class Duel:
    """Splendor Duel under rules version 1."""

    name = "duel"
    rules = 1
    seat_counts = range(2, 3)
    option_names: tuple[str, ...] = ()

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> Position:
        """Return the position at the start; raise BadSetup if it cannot be begun so."""
        if len(seed) != SEED_BYTES:
            raise BadSetup(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        if seats not in self.seat_counts:
            raise BadSetup(f"Splendor Duel is a game for 2 players, not {seats}.")
        if options:
            raise BadSetup(f"Splendor Duel has no option {min(options)!r}.")
        return first_position(seed)

    def legal(self, position: Position) -> list[str]:
        """Return every legal move as canonical text, sorted; empty only when the game is over."""
        return legal_moves(position)

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
        told: list[Event] = []
        read_move(move).play(after, told)
        return Step(after, tuple(told), reveals(told))

    def events_for(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        """Return the events as that seat (None: a spectator) may know them."""
        return events_for(events, seat)

    def view(self, position: Position, seat: int | None) -> dict[str, Any]:
        """Return the position as that seat (None: a spectator) may see it."""
        return view(position, seat)

    def imagine(self, view: dict[str, Any], chance: bytes) -> Position:
        """Return a position that the view could be of, all hidden arrangements equally likely."""
        return checked_position(with_hidden_dealt(view, CARDS_OF_LEVEL, chance))

    def laid_open(self, position: Position) -> dict[str, Any]:
        """Return the players with all their cards, and as `upcoming` the decks, next card first."""
        whole = dump(position)
        return {"players": whole["players"], "upcoming": whole["decks"]}

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        """Return what chance has decided by the move between the two; None: at the beginning."""
        return first_draws(after) if before is None else draws_between(before, after)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return the position as a JSON object, hidden parts included."""
        return dump(position)

    def load(self, data: object) -> Position:
        """Return the position of a JSON object; raise BadPosition naming every problem."""
        return checked_position(data)

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        return position.result

    def standing(self, position: Position) -> dict[str, Any]:
        """Return who leads and by what, for a game that is ended early.

        Compared are points, then crowns, then points in the best colour: `by` names what decides.
        Players who are equal in all three lead together, by nothing (None).
        """
        players = [
            {"points": p.points, "crowns": p.crowns, "colour": max(p.colour_points)}
            for p in position.players
        ]
        one, other = players
        for by in one:
            if one[by] != other[by]:
                leader = int(other[by] > one[by])
                places = [2, 1] if leader else [1, 2]
                return {"leaders": [leader], "by": by, "places": places, "players": players}
        return {"leaders": [0, 1], "by": None, "places": [1, 1], "players": players}

    def retire(self, position: Position, seat: int) -> Step[Position]:
        """Raise Illegal: it is a game of two."""
        raise Illegal("Nobody can leave a game of two and have it go on.")

    def out(self, position: Position) -> tuple[int, ...]:
        """Return no seat."""
        return ()

    def copy(self, position: Position) -> Position:
        """Return an independent copy."""
        return position.copy()

    def veiled(self, position: Position) -> Position:
        """Return a copy in which no seat can use what a spectator does not see."""
        return veiled(position)

    def threats(self, position: Position, seat: int) -> list[Threat]:
        """Return how the opponent could win on the next turn, by what the seat can see now."""
        return threats(position, seat)

    def foresee(self, position: Position) -> Foresight:
        """Return the turn of the seat to move, to be played ahead of time."""
        return Foresight(position)

    def try_out(self, position: Position, seat: int) -> Foresight:
        """Return the game from here on, to be played by all as far as the seat knows it."""
        return Foresight(position, tried_by=seat)

    def hear(self, text: str, language: str | None = None) -> ParsedClauses:
        """Return what a person's text says, clause by clause; it needs no position."""
        return hear(text, language)

    def pinned(
        self, view: dict[str, Any], seat: int, text: str, language: str | None = None
    ) -> PinnedTurn:
        """Return a turn that is to be played later, naming what the seat sees now; never raise."""
        return pinned(view, seat, text, language)

    def read(
        self,
        view: dict[str, Any],
        legal: Sequence[str],
        clause: ParsedClause,
        problem: Problem | None = None,
    ) -> MoveReading:
        """Return the one legal move that a clause means, or why it is none; never raise."""
        return read_clause(view, legal, clause, problem)
