"""Identifies the reader of a table, and opens the game for them.

Pages and the API call it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import User
from duel.errors import NotRunning, UnknownGame
from duel.models import Status
from duel.perspective.perspective import Perspective, perspective_of_seats
from duel.record.news import counted_table
from duel.record.reading import StoredTable
from duel.record.seat_keys import SeatKey, check_seat_key


@dataclass(frozen=True)
class Visitor:
    """A person who is known, the holder of a seat's key, or, with neither, anybody."""

    person: User | None = None
    key: SeatKey | None = None


@dataclass(frozen=True)
class OpenTable:
    """A game that its reader may see, and the number of its news."""

    perspective: Perspective
    number: int
    """It grows with what the reader may see."""


def open_table(public_id: str, reader: Visitor) -> OpenTable:
    """Return the game for somebody who may see it: one of its players, or anybody if it is public.

    To others it is as if there were no such game: UnknownGame. A key opens its own game alone; it
    raises what `check_seat_key` says. A game that has not begun is NotRunning for its players.
    """
    counted = counted_table(public_id)
    if counted is None:
        raise UnknownGame
    own = _own_seats(counted.table, reader)
    game = counted.table.game
    has_begun = game.status in (Status.RUNNING, Status.OVER)
    if not own and not (game.is_public and has_begun):
        raise UnknownGame
    if not has_begun:
        raise NotRunning
    return OpenTable(perspective_of_seats(counted.table, own), counted.number_for(own))


def _own_seats(table: StoredTable, reader: Visitor) -> Collection[int]:
    if reader.key is not None:
        if reader.key.game != table.game.pk:
            raise UnknownGame
        check_seat_key(reader.key, table.seats[reader.key.seat])
        return [reader.key.seat]
    if reader.person is None:
        return []
    return [seat.number for seat in table.seats if seat.user_id == reader.person.pk]
