"""Splendor Duel, as the engine's contract wants it."""

from collections.abc import Collection
from typing import Any

from engine.contract import Draw, Event, Outcome, Step
from engine.duel.checking import checked_position
from engine.duel.facts import CARDS_OF_LEVEL
from engine.duel.flow import events_for, reveals
from engine.duel.foresight import Foresight, threats, veil
from engine.duel.moves import legal_moves, read_move
from engine.duel.position import Position, draws_between, dump, first_draws, first_position, view
from engine.duel.reading.reader import parse_text, pinned, read_clause
from engine.errors import BadSetup, Illegal
from engine.fairness import SEED_BYTES
from engine.gems.imagining import with_hidden_dealt


class Duel:
    """Splendor Duel under rules version 1."""

    name = "duel"
    rules = 1
    seat_counts = range(2, 3)
    option_names: tuple[str, ...] = ()

    legal = staticmethod(legal_moves)
    events_for = staticmethod(events_for)
    view = staticmethod(view)
    dump = staticmethod(dump)
    load = staticmethod(checked_position)
    veil = staticmethod(veil)
    threats = staticmethod(threats)
    parse_text = staticmethod(parse_text)
    pinned = staticmethod(pinned)
    read = staticmethod(read_clause)

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> Position:
        """Return the position at the start; raise BadSetup if it cannot be begun so."""
        if len(seed) != SEED_BYTES:
            raise BadSetup(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        if seats not in self.seat_counts:
            raise BadSetup(f"Splendor Duel is a game for 2 players, not {seats}.")
        if options:
            raise BadSetup(f"Splendor Duel has no option {min(options)!r}.")
        return first_position(seed)

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
        return checked_position(with_hidden_dealt(view, CARDS_OF_LEVEL, chance))

    def open_parts(self, position: Position) -> dict[str, Any]:
        """Return the players with all their cards, and as `upcoming` the decks, next card first."""
        whole = dump(position)
        return {"players": whole["players"], "upcoming": whole["decks"]}

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        """Return what chance has decided by the move between the two; None: at the beginning."""
        return first_draws(after) if before is None else draws_between(before, after)

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

    def foresee(self, position: Position) -> Foresight:
        """Return the turn of the seat to move, to be played ahead of time."""
        return Foresight(position)

    def try_out(self, position: Position, seat: int) -> Foresight:
        """Return the game from here on, to be played by all as far as the seat knows it."""
        return Foresight(position, tried_by=seat)
