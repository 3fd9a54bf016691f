"""Who looks at a game, and what they are handed of it."""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import User
from duel.errors import NotRunning, UnknownGame
from duel.models import Seat, Status
from duel.record.news import TableRead, read_table
from duel.record.seat_keys import SeatKey, check_seat_key
from duel.table.seen import Seen


@dataclass(frozen=True)
class Reader:
    """A person who is known, whoever holds the key of a seat, or, with neither, anybody."""

    person: User | None = None
    key: SeatKey | None = None


@dataclass(frozen=True)
class OpenTable:
    """A game that its reader may see: the seats that are theirs, and the number of its news."""

    read: TableRead
    own: frozenset[int]

    @property
    def number(self) -> int:
        """The number that grows with what the reader may see."""
        return self.read.number_for(self.own)

    @property
    def seat(self) -> Seat | None:
        """The seat from which the reader sees it; of several, the one that is to move."""
        to_move = self.read.known_to(self.own).to_move
        first = sorted(self.own, key=lambda number: (number != to_move, number))
        return self.read.seats[first[0]] if first else None

    def seen(self) -> Seen:
        """Return the game as the reader sees it."""
        game, seat = self.read.known_to(self.own), self.seat
        if seat is not None:
            seat.game = game
        return Seen(game, seat)


def open_table(public_id: str, reader: Reader) -> OpenTable:
    """Return the game for somebody who may see it: one of its players, or anybody if it is public.

    To others it is as if there were no such game: UnknownGame. A key opens its own game alone; it
    raises what `check_seat_key` says. A game that has not begun is NotRunning for its players.
    """
    read = read_table(public_id)
    if read is None:
        raise UnknownGame
    own = _own_seats(read, reader)
    has_begun = read.game.status in (Status.RUNNING, Status.OVER)
    if not own and not (read.game.is_public and has_begun):
        raise UnknownGame
    if not has_begun:
        raise NotRunning
    return OpenTable(read, frozenset(own))


def _own_seats(read: TableRead, reader: Reader) -> Collection[int]:
    if reader.key is not None:
        if reader.key.game != read.game.pk:
            raise UnknownGame
        check_seat_key(reader.key, read.seats[reader.key.seat])
        return [reader.key.seat]
    if reader.person is None:
        return []
    return [seat.number for seat in read.seats if seat.user_id == reader.person.pk]
