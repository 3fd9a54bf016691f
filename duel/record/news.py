"""A number that grows when there is something new for a reader, at the cost of one query.

The table and the API ask for it. It grows with everything that its reader may see and with nothing
else: not with a turn that can still be taken back, nor with notes to another player. Nothing is
replayed for it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone

from accounts.models import User
from duel.models import Game, LogEntry, Note, NoteMute, Seat
from duel.models.game import Status
from duel.record.finality import can_take_back, game_known_to
from duel.record.reading import TABLE, StoredTable, make_table
from duel.record.selectors import secret_is_open
from engine.kinds import ADVANCES, OUT, RETURNS, Kind
from lib.statements import Statement

_NOTES = 1000
"""Notes above this number are not counted."""
_STATES = 8


class _NewsRow(NamedTuple):
    game: Game
    seat: Seat
    player: User | None
    beside: int
    written: int


def _listed(kinds: Collection[Kind]) -> str:
    return ", ".join(f"'{kind.value}'" for kind in sorted(kinds))


# What others did beside a turn that can be taken back: see `duel.record.finality.known_entries`.
_BESIDE = (
    f"SELECT COUNT(*) FROM {LogEntry._meta.db_table} e"  # noqa: S608
    " WHERE e.game_id = g.id AND e.seq > g.known_seq AND g.unsent_seat IS NOT NULL"
    f" AND e.kind NOT IN ({_listed(ADVANCES | RETURNS)})"
    f" AND NOT (e.kind = '{Kind.RETIRE.value}' AND e.text = '{OUT}')"
    f" AND NOT (e.kind IN ({_listed({Kind.CLOCK, Kind.FLAG})}) AND e.seat <> g.unsent_seat)"
)
# What was written to the player in a seat, as they may know it: see `duel.record.events`.
_WRITTEN = (
    f"SELECT COUNT(*) FROM {Note._meta.db_table} n"  # noqa: S608
    " WHERE n.game_id = g.id AND n.seat <> s.number"
    " AND (n.recipients = '' OR n.recipients LIKE '%%' || s.number || '%%')"
    " AND (s.left_at IS NULL OR n.written_at <= s.left_at)"
    " AND (s.taken_at IS NULL OR n.written_at > s.taken_at)"
    " AND (g.unsent_seat IS NULL OR n.seat <> g.unsent_seat OR n.written_at < g.unsent_since"
    f" OR g.unsent_until <= %s OR g.status <> '{Status.RUNNING.value}')"
    f" AND NOT EXISTS (SELECT 1 FROM {NoteMute._meta.db_table} m"
    f" JOIN {Seat._meta.db_table} w ON w.user_id = m.user_id"
    " WHERE w.game_id = g.id AND w.number = n.seat AND (m.game_id = g.id OR m.game_id IS NULL))"
)
_STATEMENT = Statement(
    _NewsRow,
    TABLE.replace(" FROM ", f", ({_BESIDE}), ({_WRITTEN}) FROM ", 1)
    + " WHERE g.public_id = %s ORDER BY s.number",
)


@dataclass(frozen=True)
class CountedTable:
    """A game with its table, and what is counted of it; all of one moment."""

    table: StoredTable
    beside: int
    """Entries that others wrote beside a turn that can be taken back."""
    written: tuple[int, ...]
    """How many notes each seat may read."""

    def number_for(self, own: Collection[int]) -> int:
        """Return the number for the person in these seats (none: a spectator)."""
        game = game_known_to(self.table.game, own)
        entries = game.seq + (self.beside if game.hides_turn_of is not None else 0)
        notes = sum(self.written[seat] for seat in own)
        states = (
            not any(can_take_back(game, seat) for seat in own),
            secret_is_open(game),
            game.settlement_id is not None,
        )
        state = sum(is_so << place for place, is_so in enumerate(states))
        return (entries * _NOTES + min(notes, _NOTES - 1)) * _STATES + state


def counted_table(public_id: str) -> CountedTable | None:
    """Return the game of that name with its table and what is counted; None if it is gone."""
    if "\0" in public_id:  # no name has it, and PostgreSQL refuses to look for it
        return None
    rows = _STATEMENT.rows(timezone.now(), public_id)
    if not rows:
        return None
    return CountedTable(
        table=make_table(rows[0].game, ((row.seat, row.player) for row in rows)),
        beside=rows[0].beside,
        written=tuple(row.written for row in rows),
    )
