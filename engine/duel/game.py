"""Splendor Duel, as the engine's contract wants it."""

from typing import Any

from engine.contract import Draw
from engine.duel.checking import checked_position
from engine.duel.facts import CARDS_OF_LEVEL
from engine.duel.flow import events_for, reveals
from engine.duel.foresight import Foresight, threats, veil
from engine.duel.moves import legal_moves, read_move
from engine.duel.position import Position, draws_between, dump, first_draws, first_position, view
from engine.duel.reading.reader import parse_text, pinned, read_clause
from engine.gems.game import GemGame


class Duel(GemGame[Position, Foresight]):
    """Splendor Duel under rules version 1."""

    name = "duel"
    rules = 1
    title = "Splendor Duel"
    seat_counts = range(2, 3)
    cards_of_level = CARDS_OF_LEVEL
    foresight = Foresight

    first_position = staticmethod(first_position)
    load = staticmethod(checked_position)
    read_move = staticmethod(read_move)
    reveals = staticmethod(reveals)
    legal = staticmethod(legal_moves)
    events_for = staticmethod(events_for)
    view = staticmethod(view)
    dump = staticmethod(dump)
    veil = staticmethod(veil)
    threats = staticmethod(threats)
    parse_text = staticmethod(parse_text)
    pinned = staticmethod(pinned)
    read = staticmethod(read_clause)

    def open_parts(self, position: Position) -> dict[str, Any]:
        """Return the players with all their cards, and as `upcoming` the decks, next card first."""
        whole = dump(position)
        return {"players": whole["players"], "upcoming": whole["decks"]}

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        """Return what chance has decided by the move between the two; None: at the beginning."""
        return first_draws(after) if before is None else draws_between(before, after)

    def standing(self, position: Position) -> dict[str, Any]:
        """Return who leads and by what: points, then crowns, then points in the best colour."""
        # Players who are equal in all three lead together, by nothing (None).
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
