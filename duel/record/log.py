"""The log that services write: it is read, replayed, and written under the game's lock.

Services that play, keep time or carry out a decision call it.

Replay is the truth. The derived columns of a game are written here, from what its log adds up
to, and nowhere else.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import Any, Self

import structlog
from celery import signature
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from kombu.exceptions import ChannelError, OperationalError

from duel.errors import (
    BrokenGame,
    GameIsOver,
    HasLeft,
    NotYourSeat,
    Stale,
    TooLate,
    UnknownGame,
)
from duel.models import Game, GameSecret, LogEntry, Seat
from duel.record.clock import CLOCK_COLUMNS, write_clocks
from duel.record.finality import WAIT_COLUMNS, is_waiting, keep_wait
from duel.record.read_only_log import ReadOnlyLog, damage_of, refuse_unreadable
from duel.record.reading import (
    MOST_ENTRIES,
    StoredTable,
    game_locked_again,
    locked_game,
    seats_with_players,
    secret_and_entries,
)
from duel.record.selectors import Snapshot
from engine.errors import EngineError
from engine.kinds import AFTER_THE_END, Channel
from engine.record import Entry, next_entry, read_entry, timestamp
from lib.statements import insert, update, update_several


class Log(ReadOnlyLog):
    """The log of a game whose row is locked, for services that write to it."""

    game: Game
    seats: Sequence[Seat]

    @classmethod
    def going_on_from(cls, snapshot: Snapshot) -> Self:
        """Return the log of a snapshot for writing: what it was replayed to is taken over."""
        log = cls.__new__(cls)
        log.__dict__.update(snapshot._log.__dict__)
        log.game, log.seats = snapshot._table
        return log

    def refuse_other_end(self) -> None:
        """Raise BrokenGame unless the log ends in the head and the number that its game has."""
        found, written = len(self.entries), self.game.seq
        if (found, self.head) != (written, self.game.head):
            why = f"The log ends at entry {found}, and {written} were written."
            raise BrokenGame(self.game, why)

    def person_in(self, seat: int) -> str:
        """Return the id of the person who plays in that seat."""
        if not 0 <= seat < len(self.seats):
            raise NotYourSeat
        if seat in self.left_at:
            raise HasLeft
        return self.seats[seat].person

    @sensitive_variables()
    def append(
        self,
        kind: str,
        *,
        seat: int | None = None,
        person: str | None = None,
        text: str = "",
        channel: Channel,
        time: datetime,
    ) -> Entry:
        """Return the new entry, which is written into the log and followed by the course.

        Raises the engine's Unreadable or Illegal, and then nothing is written; TooLate for what
        would undo or replace the end of a game whose secret has been shown.
        """
        shown_from = self.game.secret_opens_at
        if kind in AFTER_THE_END and shown_from is not None and shown_from <= timezone.now():
            raise TooLate
        self._follow(kind, seat, person, text, channel=channel, time=timestamp(time))
        entry = next_entry(
            self.entries[-1] if self.entries else self.header,
            kind=kind,
            seat=seat,
            person=person,
            text=text,
            channel=channel,
            time=time,
            state_hash=self.course.state_hash,
        )
        read_entry(asdict(entry))  # what `engine verify` would refuse is never written
        self.entries.append(entry)
        insert([LogEntry(game=self.game, **(asdict(entry) | {"time": time}))])
        return entry

    def write_derived(self) -> None:
        """Bring the derived columns and the clock of the game and its seats up to the log."""
        before = [_columns_of(seat) for seat in self.seats]
        keep_wait(self)
        clock = write_clocks(self)
        columns = self.derived() | clock
        columns["secret_opens_at"] = self.secret_opens_at
        for name, value in columns.items():
            setattr(self.game, name, value)
        if not update(self.game, [*columns, *WAIT_COLUMNS]):
            raise UnknownGame
        changes = []
        for seat, was in zip(self.seats, before, strict=True):
            seat.is_to_move = seat.number == self.game.to_move and seat.left_at is None
            now = _columns_of(seat)
            if changed := [name for name in now if now[name] != was[name]]:
                changes.append((seat, changed))
        if changes:
            update_several(changes)
        if self.game.to_move is not None and self.seats[self.game.to_move].is_bot:
            call_bot(self)


@sensitive_variables()
def read_log(game: Game, *, up_to: int = MOST_ENTRIES) -> Log:
    """Return the log of a begun game, replayed, for a service that has locked the game.

    Without the lock somebody may write between the reading of the row and that of its entries:
    then the two do not go together (`was_written_since`). To preview a decision without it, read
    `up_to` the number of entries in the row. Raises BrokenGame where the log cannot be replayed, or
    lacks what the game's columns know of.
    """
    refuse_unreadable(game)
    seats = seats_with_players(game.pk)
    for seat in seats:
        seat.game = game
    secret, stored = secret_and_entries(game, up_to=up_to)
    if secret is None:
        raise BrokenGame(game, "The secret is missing.")
    try:
        log = Log(game, seats, secret, stored)
    except (EngineError, AttributeError, ValueError) as error:  # or no game has such terms
        raise BrokenGame(game, str(error)) from error
    if damage := damage_of(log, stored, secret):
        raise BrokenGame(game, damage)
    return log


@sensitive_variables()
def log_before(log: Log, seq: int) -> Log:
    """Return the log as it stood before the entry of that number."""
    secret = bytes(GameSecret.objects.get(game=log.game).secret)
    return Log(log.game, log.seats, secret, [each for each in log.entries if each.seq < seq])


def log_in(snapshot: Snapshot) -> Log:
    """Return the log that was read, for the words of a decision of operators; for reading alone."""
    return Log.going_on_from(snapshot)


def snapshot_of(log: Log) -> Snapshot:
    """Return the log just written, for its readers."""
    return Snapshot(StoredTable(log.game, list(log.seats)), log)


@contextmanager
def writing(
    public_id: str,
    *,
    expected_seq: int | None = None,
    always_derive: bool = False,
    known: Log | Snapshot | None = None,
    locked: Game | None = None,
) -> Iterator[Log]:
    """Open a begun game's log for writing, and bring the derived columns up to it at the end.

    One transaction locks the game's row: of two writers the second sees what the first wrote. Once
    more than `expected_seq` entries were written, it is refused as stale; services bind players'
    acts to a ply. `always_derive` brings the columns up to date even if nothing was written, as
    clocks depend on more than the log. `known` is what the caller has just read: if nothing was
    written since, it is not read again. `locked` is the game if the caller's transaction holds its
    row already, and ends as soon as this fails.
    """
    with transaction.atomic(savepoint=locked is None):
        log = _log_if_unchanged(known)
        if log is None:
            log = read_log(locked or locked_game(public_id))
            log.refuse_other_end()
        if log.game.is_settled:  # while it was broken; that it is whole again changes nothing
            raise GameIsOver
        written, unsent_until = len(log.entries), log.game.unsent_until
        if expected_seq is not None and expected_seq != written:
            raise Stale([_as_event(entry) for entry in log.entries[max(expected_seq, 0) :]])
        yield log
        is_newly_final = log.game.unsent_until != unsent_until
        if len(log.entries) > written or always_derive or is_newly_final:
            log.write_derived()


def _log_if_unchanged(known: Log | Snapshot | None) -> Log | None:
    """Return the log if it is still all that was written; the row of its game is locked now."""
    if known is None or (isinstance(known, Snapshot) and known._log.hides_turn_of is not None):
        return None
    log = Log.going_on_from(known) if isinstance(known, Snapshot) else known
    game = log.game
    locked = game_locked_again(game.pk)
    found = (log.head, len(log.entries), game.settlement_id)
    if (
        locked is None
        or locked.is_damaged
        or (locked.head, locked.seq, locked.settlement_id) != found
    ):
        return None
    for name in WAIT_COLUMNS:  # these may change without an entry
        setattr(game, name, getattr(locked, name))
    log.look_around_again()
    return log


def refuse_if_over(log: ReadOnlyLog) -> None:
    """Raise unless the game still runs."""
    if log.course.outcome is not None:
        raise GameIsOver


def _columns_of(seat: Seat) -> dict[str, Any]:
    """Return the derived columns of a seat."""
    return {name: getattr(seat, name) for name in ("is_to_move", *CLOCK_COLUMNS)}


def _as_event(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": entry.text,
        "time": entry.time,
    }


logger = structlog.get_logger(__name__)


BOT_TASK = "duel.bots.sweep"
"""The task that plays for bots; it is named here, as its room lies above this one."""


BOT_CALL_EXPIRES = 10
"""Seconds after which a call is of no use: a sweep has seen to the game by then."""


def call_bot(log: Log) -> None:
    """Call a worker for the game in which a bot is to move, once that is committed.

    Not while the turn before can be taken back, nor after a move of a bot: its worker goes on. A
    sweep finds games for which no worker was called, as the broker was away or the turn became
    final only later.
    """
    game = log.game
    if is_waiting(game) or (log.entries and log.entries[-1].channel == Channel.BOT):
        return

    def call() -> None:  # what Django calls "robust" needs a function with a name
        try:
            signature(BOT_TASK, args=[game.pk]).apply_async(expires=BOT_CALL_EXPIRES)
        except (OperationalError, ChannelError) as error:
            logger.warning("bot_not_called", game=game.pk, error=type(error).__name__)

    transaction.on_commit(call, robust=True)
