"""Identifies the reader of a table, opens the game for them and draws it; pages, API call it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from duel.errors import NotRunning, UnknownGame
from duel.games.base import Choice, Region
from duel.models import KnownGame, Status
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


@dataclass(frozen=True)
class Drawing:
    """A table as a page shows it."""

    game: KnownGame
    names: Sequence[str]
    regions: tuple[Region, ...]
    state: dict[str, Any] | None = None
    """What the page's script begins with, under the names that the API gives to it."""


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


def draw_table(perspective: Perspective, number: int, choices: Collection[Choice] = ()) -> Drawing:
    """Return the table as the reader sees it; `number` is that of the news that they have."""
    game, names = perspective.game, perspective.names
    turn = {"steps": [], "choices": [vars(choice) for choice in choices]}
    state = {
        "ply": game.ply,
        "number": number,
        "status": game.status,
        "since_ply": perspective.since_ply,
        "turn": turn if perspective.is_to_move else None,
    }
    picks = picks_of(choices)
    regions = perspective.presentation.table(
        perspective.view, perspective.viewer, names, picks=picks
    )
    return Drawing(game, names, regions, state)


def picks_of(choices: Iterable[Choice]) -> set[str]:
    """Return all that can be tapped for these choices."""
    return {pick for choice in choices for pick in choice.picks}
