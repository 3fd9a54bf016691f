"""Makes a perspective from what is stored: for a seat, a person, a link, a letter, an operator.

Pages, letters, replies and the API begin here.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from duel.models import KnownGame, KnownSeat, Notice, Status
from duel.perspective.perspective import Perspective
from duel.record.finality import game_known_to
from duel.record.links import Link
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import (
    StoredTable,
    stored_notice,
    stored_table,
    stored_table_named,
    stored_table_of_seat,
)
from duel.record.selectors import Snapshot

BEGUN = (Status.RUNNING, Status.OVER)
"""Games before that have no log, and no perspective."""


class LinkedPerspective(NamedTuple):
    """What a signed link leads to."""

    perspective: Perspective
    seat: KnownSeat
    old_links_until: int | None
    """The ply up to which links of the old form are good."""


class NoticePerspective(NamedTuple):
    """A notice, and its game as its reader knows it."""

    notice: Notice
    perspective: Perspective


def perspective_of_seat(
    table: StoredTable, number: int, *, from_log: bool = False, has_notes: bool = True
) -> Perspective:
    """Return the game as the person in that seat, and perhaps in others of it, may know it."""
    person = table.seats[number].user_id
    own = [each.number for each in table.seats if person is not None and each.user_id == person]
    return Perspective(
        table, own={number, *own}, number=number, from_log=from_log, has_notes=has_notes
    )


def perspective_of_person(table: StoredTable, person: User | AnonymousUser | None) -> Perspective:
    """Return the game as a person, or anybody, may know it; of several seats, the one to move."""
    own = [each.number for each in table.seats if person is not None and each.user == person]
    return perspective_of_seats(table, own)


def perspective_of_seats(table: StoredTable, own: Collection[int]) -> Perspective:
    """Return the game as the person in these seats (none: a spectator) may know it."""
    to_move = game_known_to(table.game, own).to_move
    first = min(own, key=lambda number: (number != to_move, number), default=None)
    return Perspective(table, own=own, number=first)


def perspective_of_snapshot(snapshot: Snapshot, number: int) -> Perspective:
    """Return the game as the person in that seat may know it, from what a service has just read."""
    made = perspective_of_seat(snapshot._table, number, from_log=True)
    made.__dict__["_log"] = snapshot._log
    return made


def perspective_at(log: ReadOnlyLog, number: int, *, deadline: datetime | None) -> Perspective:
    """Return what the seat knew when the log ended here, and the time was up at that moment.

    For operators, who look a letter up as it was.
    """
    made = Perspective.__new__(Perspective)
    derived = log.derived() | {"deadline": deadline}
    made.game = replace(KnownGame.of(log.game), **derived)
    made.seats = [KnownSeat.of(seat, made.game) for seat in log.seats]
    made.seat = made.seats[number]
    made._from_log = made._has_notes = True
    made.__dict__["_log"] = log
    return made


def read_again(perspective: Perspective) -> Perspective | None:
    """Return the same perspective on the game as it is now; None if another person sits there."""
    before = perspective.seat
    table = stored_table(perspective.game.pk)
    if table is None or before is None:
        return None
    if table.seats[before.number].person != before.person:
        return None
    return perspective_of_seat(table, before.number)


def perspective_of_player(person: User, public_id: str) -> Perspective | None:
    """Return a begun game of this name as the person in it knows it; None: they are not in it."""
    table = stored_table_named(public_id)
    if table is None or table.game.status not in BEGUN:
        return None
    perspective = perspective_of_person(table, person)
    return perspective if perspective.seat is not None else None


def spectator_of(public_id: str) -> Perspective | None:
    """Return a begun game of this name as a spectator knows it; None if there is no such game."""
    table = stored_table_named(public_id)
    return perspective_of_seats(table, []) if table and table.game.status in BEGUN else None


def perspective_of_link(link: Link, *, from_log: bool = False) -> LinkedPerspective | None:
    """Return the begun game of a link as the player in its seat knows it; None if it is gone."""
    table = stored_table(link.game)
    if table is None or table.game.status not in BEGUN or link.seat >= len(table.seats):
        return None
    perspective = perspective_of_seat(table, link.seat, from_log=from_log)
    return LinkedPerspective(perspective, perspective.seats[link.seat], table.game.old_links_until)


def perspective_of_stored_seat(pk: int) -> Perspective | None:
    """Return the game as the player in the seat of this key knows it; None if it is gone.

    Nothing of it comes from a cache: it is about to be written to, or mailed.
    """
    table = stored_table_of_seat(pk)
    if table is None or table.game.status not in BEGUN:
        return None
    number = next(each.number for each in table.seats if each.pk == pk)
    return perspective_of_seat(table, number, from_log=True)


def perspective_of_game(pk: int, number: int) -> Perspective | None:
    """Return the begun game of this key as the player in that seat knows it, for a letter."""
    table = stored_table(pk)
    if table is None or table.game.status not in BEGUN:
        return None
    return perspective_of_seat(table, number, from_log=True)


def perspective_of_notice(pk: int, *, person: int) -> NoticePerspective | None:
    """Return a notice with its game as its reader knows it; None if another sits there by now."""
    found = stored_notice(pk)
    if found is None or found.table.game.status not in BEGUN:
        return None
    notice, table = found.notice, found.table
    if table.seats[notice.seat].user_id != person:
        return None
    made = perspective_of_seat(table, notice.seat, from_log=True, has_notes=found.has_notes)
    return NoticePerspective(notice, made)
