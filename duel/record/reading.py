"""The statements by which every letter and press reads: a game, its table, log and surroundings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.history import Interruptions
from duel.errors import UnknownGame
from duel.models import (
    AddedTime,
    Game,
    GameSecret,
    LogEntry,
    Note,
    Notice,
    Outage,
    Seat,
    Vacation,
)
from engine.record import ENTRY_KEYS, Entry, Header, timestamp
from lib.statements import Statement, columns

_TIME = ENTRY_KEYS.index("time")
MOST_ENTRIES = 2**31 - 1
"""No log has more."""

_PLAYERS = f"LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id"
_SEATS = Statement(
    f"SELECT {columns(Seat, 's')}, {columns(User, 'u')} FROM {Seat._meta.db_table} s"  # noqa: S608
    f" {_PLAYERS} WHERE s.game_id = %s ORDER BY s.number",
    Seat,
    User,
)
TABLE = (
    f"SELECT {columns(Game, 'g')}, {columns(Seat, 's')}, {columns(User, 'u')}"  # noqa: S608
    f" FROM {Game._meta.db_table} g JOIN {Seat._meta.db_table} s ON s.game_id = g.id {_PLAYERS}"
)
"""Reads a game as `g`, its seats as `s`; the rest of the statement says which."""
TABLE_PARTS = (Game, Seat, User)
_GAME = Statement(f"{TABLE} WHERE g.id = %s ORDER BY s.number", Game, Seat, User)
_GAME_OF_SEAT = Statement(
    f"{TABLE} WHERE g.id = (SELECT game_id FROM {Seat._meta.db_table} WHERE id = %s)"  # noqa: S608
    " ORDER BY s.number",
    Game,
    Seat,
    User,
)
_NOTICE = Statement(
    f"SELECT {columns(Notice, 'n')}, {columns(Game, 'g')},"  # noqa: S608
    f" {columns(Seat, 's')}, {columns(User, 'u')},"
    f" EXISTS (SELECT 1 FROM {Note._meta.db_table} o WHERE o.game_id = g.id)"
    f" FROM {Notice._meta.db_table} n JOIN {Game._meta.db_table} g ON g.id = n.game_id"
    f" JOIN {Seat._meta.db_table} s ON s.game_id = g.id {_PLAYERS}"
    " WHERE n.id = %s ORDER BY s.number",
    Notice,
    Game,
    Seat,
    User,
    Game._meta.get_field("is_public"),
)
_HELD = f"SELECT {columns(Game)} FROM {Game._meta.db_table}"  # noqa: S608
_HELD_BY_NAME = Statement(f"{_HELD} WHERE public_id = %s {{for_update}}", Game)
_HELD_BY_KEY = Statement(f"{_HELD} WHERE id = %s {{for_update}}", Game)
_HELD_BY_NOBODY = Statement(f"{_HELD} WHERE id = %s {{skip_locked}}", Game)
_LOG = Statement(
    f"SELECT x.secret, {', '.join(f'e.{name}' for name in ENTRY_KEYS)}"  # noqa: S608
    f" FROM {GameSecret._meta.db_table} x LEFT JOIN {LogEntry._meta.db_table} e"
    " ON e.game_id = x.game_id AND e.seq <= %s WHERE x.game_id = %s ORDER BY e.seq",
    GameSecret._meta.get_field("secret"),
    *(field for name in ENTRY_KEYS for field in LogEntry._meta.fields if field.name == name),
)

_SURROUNDINGS = (
    f"SELECT 0, began_at, ended_at, 0 FROM {Outage._meta.db_table}"  # noqa: S608
    " WHERE ended_at > %s UNION ALL"
    f" SELECT 0, given_at, given_at, seconds FROM {AddedTime._meta.db_table}"
    " WHERE given_at >= %s UNION ALL"
    f" SELECT user_id, begins_at, ends_at, 0 FROM {Vacation._meta.db_table}"
    " WHERE ends_at > %s AND user_id IN ({people}) ORDER BY 2"
)
_statements: dict[int, Statement] = {}
"""By the number of people who are asked about."""


@dataclass(frozen=True)
class Surroundings:
    """What happened to the clocks of all games, and when the people at a table are away."""

    interruptions: Interruptions = field(default_factory=Interruptions)
    vacations: dict[int, list[Vacation]] = field(default_factory=dict)
    """By person, each in order."""


def game_with_table(pk: int) -> Game | None:
    """Return the game with its seats and their players, all of one moment; None: there is none."""
    rows = _GAME.rows(pk)
    return with_table(rows[0][0], (row[1:] for row in rows)) if rows else None


def seat_with_table(pk: int) -> Seat | None:
    """Return the seat; its game has all its seats and their players, all of one moment."""
    rows = _GAME_OF_SEAT.rows(pk)
    if not rows:
        return None
    table = with_table(rows[0][0], (row[1:] for row in rows)).table or []
    return next(seat for seat in table if seat.pk == pk)


def notice_with_table(pk: int) -> Notice | None:
    """Return the notice, its game with its seats and their players, all of one moment."""
    rows = _NOTICE.rows(pk)
    if not rows:
        return None
    notice, game, *_, has_notes = rows[0]
    notice.game = with_table(game, (row[2:4] for row in rows))
    game.has_no_notes = not has_notes
    return notice  # type: ignore[no-any-return]


def game_locked_again(pk: int) -> Game | None:
    """Return the game of this key as it is now, its row locked until the transaction ends."""
    return next((game for (game,) in _HELD_BY_KEY.rows(pk)), None)


def game_unless_locked(pk: int) -> Game | None:
    """Return the game of this key, its row locked by us; None if somebody else holds it."""
    return next((game for (game,) in _HELD_BY_NOBODY.rows(pk)), None)


def table_read_with(game: Game) -> list[Seat]:
    """Return the seats with their players: those that were read along with the game, but once."""
    table, game.table = game.table, None
    if table is None:
        table = with_table(game, _SEATS.rows(game.pk)).table or []
        game.table = None
    for seat in table:
        seat.game = game  # it may be a copy that leaves a turn out
    return table


@sensitive_variables()
def secret_and_entries(
    game: Game, *, up_to: int = MOST_ENTRIES
) -> tuple[bytes | None, list[Entry]]:
    """Return the secret of the game, None if it is missing, and its entries up to that number."""
    rows = _LOG.rows(up_to, game.pk)
    secret = bytes(rows[0][0]) if rows else None
    return secret, [stored_entry(row[1:]) for row in rows if row[1] is not None]


def surroundings(*, since: datetime, people: Collection[int]) -> Surroundings:
    """Return what has stopped the clocks since then, or will, in one query."""
    found = Surroundings(vacations={person: [] for person in people})
    for person, begin, end, added in _asking_about(len(people)).rows(since, since, since, *people):
        if person:
            away = Vacation(user_id=person, begins_at=begin, ends_at=end)
            found.vacations[person].append(away)
        elif added:
            found.interruptions.added_times.append((begin, added))
        else:
            found.interruptions.outages.append((begin, end))
    return found


def interruptions_since(moment: datetime) -> Interruptions:
    """Return what happened to all clocks since then, in order, in one query."""
    return surroundings(since=moment, people=[]).interruptions


def stored_entry(row: Iterable[Any]) -> Entry:
    """Return one row of the log, given as its values in the order of ENTRY_KEYS."""
    values = list(row)
    values[_TIME] = timestamp(values[_TIME])
    return Entry(*values)


def stored_entries(rows: QuerySet[LogEntry]) -> list[Entry]:
    """Return the rows in the engine's form; bare values, as objects cost more than a replay."""
    return [stored_entry(row) for row in rows.values_list(*ENTRY_KEYS)]


def drawn_of(game: Game, seats: Sequence[Seat]) -> list[bool] | None:
    """Return of each seat whether its word was derived from the secret; None in format 1."""
    return [seat.is_word_derived for seat in seats] if game.record_format > 1 else None


def header_of(game: Game, seats: Sequence[Seat]) -> Header:
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
    for (game,) in _HELD_BY_NAME.rows(public_id):
        return game  # type: ignore[no-any-return]
    raise UnknownGame


def with_table(game: Game, seated: Iterable[list[Any]]) -> Game:
    """Return the game with its seats, each given with its player."""
    game.table = []
    for seat, player in seated:
        seat.user, seat.game = player, game
        game.table.append(seat)
    return game


def _asking_about(people: int) -> Statement:
    if people not in _statements:
        places = ", ".join(["%s"] * people) or "NULL"
        seconds = AddedTime._meta.get_field("seconds")
        moments = (Outage._meta.get_field("began_at"), Outage._meta.get_field("ended_at"))
        words = _SURROUNDINGS.replace("{people}", places)
        _statements[people] = Statement(words, seconds, *moments, seconds)
    return _statements[people]
