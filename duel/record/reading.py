"""Statements of every letter and press: a game, its table, log and surroundings, for services."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.history import Interruptions
from duel.errors import UnknownGame
from duel.models import (
    AddedTime,
    AnyGame,
    AnySeat,
    Game,
    GameSecret,
    LogEntry,
    Note,
    Notice,
    Outage,
    Seat,
    Vacation,
)
from engine.record import Entry, Header, timestamp
from lib.statements import Statement, columns

MOST_ENTRIES = 2**31 - 1
"""No log has more."""


class SeatRow(NamedTuple):
    """A seat and who sits there."""

    seat: Seat
    player: User | None


class TableRow(NamedTuple):
    """A game with one of its seats: `TABLE` reads it."""

    game: Game
    seat: Seat
    player: User | None


class _NoticeRow(NamedTuple):
    notice: Notice
    game: Game
    seat: Seat
    player: User | None
    has_notes: bool


class _GameRow(NamedTuple):
    game: Game


class _WaitingRow(NamedTuple):
    notice: Notice


class StoredEntry(NamedTuple):
    """The columns of an entry."""

    seq: int
    kind: str
    seat: int | None
    person: str | None
    text: str
    channel: str
    time: datetime
    state_hash: str
    prev_hash: str
    hash: str


class _LogRow(NamedTuple):
    secret: bytes
    entry: StoredEntry | None


class _InterruptionRow(NamedTuple):
    """An outage; time that was added, of so many seconds; or a vacation, of a person."""

    person: int
    begins_at: datetime
    ends_at: datetime
    seconds: int


_PLAYERS = f"LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id"
_SEATS = Statement(
    SeatRow,
    f"SELECT {columns(Seat, 's')}, {columns(User, 'u')} FROM {Seat._meta.db_table} s"  # noqa: S608
    f" {_PLAYERS} WHERE s.game_id = %s ORDER BY s.number",
)
TABLE = (
    f"SELECT {columns(Game, 'g')}, {columns(Seat, 's')}, {columns(User, 'u')}"  # noqa: S608
    f" FROM {Game._meta.db_table} g JOIN {Seat._meta.db_table} s ON s.game_id = g.id {_PLAYERS}"
)
"""Reads a game as `g`, its seats as `s`; the rest of the statement says which."""
_GAME = Statement(TableRow, f"{TABLE} WHERE g.id = %s ORDER BY s.number")
_GAME_NAMED = Statement(TableRow, f"{TABLE} WHERE g.public_id = %s ORDER BY s.number")
_GAME_OF_SEAT = Statement(
    TableRow,
    f"{TABLE} WHERE g.id = (SELECT game_id FROM {Seat._meta.db_table} WHERE id = %s)"  # noqa: S608
    " ORDER BY s.number",
)
_NOTICE = Statement(
    _NoticeRow,
    f"SELECT {columns(Notice, 'n')}, {columns(Game, 'g')},"  # noqa: S608
    f" {columns(Seat, 's')}, {columns(User, 'u')},"
    f" EXISTS (SELECT 1 FROM {Note._meta.db_table} o WHERE o.game_id = g.id)"
    f" FROM {Notice._meta.db_table} n JOIN {Game._meta.db_table} g ON g.id = n.game_id"
    f" JOIN {Seat._meta.db_table} s ON s.game_id = g.id {_PLAYERS}"
    " WHERE n.id = %s ORDER BY s.number",
)
_ROW_OF_GAME = f"SELECT {columns(Game)} FROM {Game._meta.db_table}"  # noqa: S608
_LOCK_BY_NAME = Statement(_GameRow, f"{_ROW_OF_GAME} WHERE public_id = %s {{for_update}}")
_LOCK_BY_KEY = Statement(_GameRow, f"{_ROW_OF_GAME} WHERE id = %s {{for_update}}")
_LOCK_IF_FREE = Statement(_GameRow, f"{_ROW_OF_GAME} WHERE id = %s {{skip_locked}}")
_LOG = Statement(
    _LogRow,
    f"SELECT x.secret, {', '.join(f'e.{name}' for name in StoredEntry._fields)}"  # noqa: S608
    f" FROM {GameSecret._meta.db_table} x LEFT JOIN {LogEntry._meta.db_table} e"
    " ON e.game_id = x.game_id AND e.seq <= %s WHERE x.game_id = %s ORDER BY e.seq",
)


@dataclass(frozen=True)
class Surroundings:
    """What happened to the clocks of all games, and when the people at a table are away."""

    interruptions: Interruptions = field(default_factory=Interruptions)
    vacations: dict[int, list[Vacation]] = field(default_factory=dict)
    """By person, each in order."""


class StoredTable(NamedTuple):
    """A game as it is stored, with its seats and their players, all read at one moment."""

    game: Game
    seats: list[Seat]


def stored_table(pk: int) -> StoredTable | None:
    """Return the game of that key with its table; None if it is gone."""
    return _table_in(_GAME.rows(pk))


def stored_table_named(public_id: str) -> StoredTable | None:
    """Return the game of that name with its table; None if it is gone."""
    if "\0" in public_id:  # no name has it, and PostgreSQL refuses to look for it
        return None
    return _table_in(_GAME_NAMED.rows(public_id))


def stored_table_of_seat(pk: int) -> StoredTable | None:
    """Return the game in which there is the seat of that key, with its table."""
    return _table_in(_GAME_OF_SEAT.rows(pk))


def _table_in(rows: Sequence[TableRow]) -> StoredTable | None:
    return make_table(rows[0].game, (row[1:] for row in rows)) if rows else None


class StoredNotice(NamedTuple):
    """A notice with the table that it is about, all read at one moment."""

    notice: Notice
    table: StoredTable
    has_notes: bool
    """Whether anybody has written any words along with a move of the game."""


def stored_notice(pk: int) -> StoredNotice | None:
    """Return the notice of that key with its table; None if it is gone."""
    rows = _NOTICE.rows(pk)
    if not rows:
        return None
    found = rows[0]
    found.notice.game = found.game
    table = make_table(found.game, ((row.seat, row.player) for row in rows))
    return StoredNotice(found.notice, table, found.has_notes)


def game_locked_again(pk: int) -> Game | None:
    """Return the game of this key as it is now, its row locked until the transaction ends."""
    row = _LOCK_BY_KEY.first(pk)
    return row.game if row else None


def game_unless_locked(pk: int) -> Game | None:
    """Return the game of this key, its row locked by us; None if somebody else holds it."""
    row = _LOCK_IF_FREE.first(pk)
    return row.game if row else None


def seats_with_players(game: int) -> list[Seat]:
    """Return the seats of the game of that key with their players; their game is not read."""
    seats = []
    for seat, player in _SEATS.rows(game):
        seat.user = player
        seats.append(seat)
    return seats


@sensitive_variables()
def secret_and_entries(
    game: AnyGame, *, up_to: int = MOST_ENTRIES
) -> tuple[bytes | None, list[Entry]]:
    """Return the secret of the game, None if it is missing, and its entries up to that number."""
    rows = _LOG.rows(up_to, game.pk)
    secret = bytes(rows[0].secret) if rows else None
    return secret, [stored_entry(row.entry) for row in rows if row.entry is not None]


def surroundings(*, since: datetime, people: Collection[int]) -> Surroundings:
    """Return what has stopped the clocks since then, or will stop them, in one query."""
    found = Surroundings(vacations={person: [] for person in people})
    for row in _interruptions(len(people)).rows(since, since, since, *people):
        if row.person:
            away = Vacation(user_id=row.person, begins_at=row.begins_at, ends_at=row.ends_at)
            found.vacations[row.person].append(away)
        elif row.seconds:
            found.interruptions.added_times.append((row.begins_at, row.seconds))
        else:
            found.interruptions.outages.append((row.begins_at, row.ends_at))
    return found


def interruptions_since(moment: datetime) -> Interruptions:
    """Return what happened to all clocks since then, in order, in one query."""
    return surroundings(since=moment, people=[]).interruptions


def stored_entry(row: StoredEntry) -> Entry:
    """Return one row of the log in the engine's form."""
    return Entry(
        row.seq,
        row.kind,
        row.seat,
        row.person,
        row.text,
        row.channel,
        timestamp(row.time),
        row.state_hash,
        row.prev_hash,
        row.hash,
    )


def stored_entries(rows: QuerySet[LogEntry]) -> list[Entry]:
    """Return the rows in the engine's form; bare values, as objects cost more than a replay."""
    found = rows.values_list(*StoredEntry._fields)
    return [stored_entry(StoredEntry._make(row)) for row in found]


def drawn_of(game: AnyGame, seats: Sequence[AnySeat]) -> list[bool] | None:
    """Return of each seat whether its word was derived from the secret; None in format 1."""
    return [seat.is_word_derived for seat in seats] if game.record_format > 1 else None


def header_of(game: AnyGame, seats: Sequence[AnySeat]) -> Header:
    """Return what was settled before the first entry."""
    return Header(
        id=game.public_id,
        game=game.game,
        rules=game.rules,
        options=game.options,
        commitment=game.commitment,
        nonces=[seat.nonce for seat in seats],
        drawn=drawn_of(game, seats),
    )


def locked_game(public_id: str) -> Game:
    """Return the game, its row locked until the transaction ends; raise UnknownGame."""
    row = _LOCK_BY_NAME.first(public_id)
    if row is None:
        raise UnknownGame
    return row.game


def was_written_since(game: Game) -> bool:
    """Return whether anything was written to the log or beside it since this row was read."""
    same = Game.objects.filter(pk=game.pk, seq=game.seq, head=game.head)
    return not same.filter(settlement=game.settlement_id, is_damaged=game.is_damaged).exists()


def make_table(game: Game, seated: Iterable[tuple[Seat, User | None]]) -> StoredTable:
    """Return the table of a game whose seats are given, each with its player."""
    seats = []
    for seat, player in seated:
        seat.user, seat.game = player, game
        seats.append(seat)
    return StoredTable(game, seats)


def notices_waiting(
    game: Game, *, before_ply: int, kinds: Sequence[str], now: datetime
) -> list[Notice]:
    """Return the notices of these kinds that wait for their moment, of earlier plies."""
    rows = _notices_waiting(len(kinds)).rows(game.pk, before_ply, now, *kinds)
    return [row.notice for row in rows]


@cache
def _notices_waiting(kinds: int) -> Statement[_WaitingRow]:
    """Return the statement that asks for notices of so many kinds."""
    return Statement(
        _WaitingRow,
        f"SELECT {columns(Notice)} FROM {Notice._meta.db_table} WHERE game_id = %s"  # noqa: S608
        " AND ply < %s AND not_before > %s AND cancelled_at IS NULL"
        f" AND kind IN ({', '.join(['%s'] * kinds)})",
    )


@cache
def _interruptions(people: int) -> Statement[_InterruptionRow]:
    """Return the statement that asks what stops clocks, those of so many people included."""
    return Statement(
        _InterruptionRow,
        f"SELECT 0, began_at, ended_at, 0 FROM {Outage._meta.db_table}"  # noqa: S608
        " WHERE ended_at > %s UNION ALL"
        f" SELECT 0, given_at, given_at, seconds FROM {AddedTime._meta.db_table}"
        " WHERE given_at >= %s UNION ALL"
        f" SELECT user_id, begins_at, ends_at, 0 FROM {Vacation._meta.db_table}"
        f" WHERE ends_at > %s AND user_id IN ({', '.join(['%s'] * people) or 'NULL'}) ORDER BY 2",
    )
