"""The log of one game: read, replayed, and, under the game's lock, written.

Replay is the truth. The derived columns of a game are written here, from what its log adds up
to, and nowhere else.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.columns import CLOCK_COLUMNS, clock_columns, keep_seats
from duel.clocks.history import ClockHistory, Interruptions
from duel.errors import (
    BrokenGame,
    GameIsOver,
    HasLeft,
    NotRunning,
    NotYourSeat,
    Stale,
    TooLate,
    UnknownGame,
)
from duel.models import Game, GameSecret, LogEntry, Seat, Status, Vacation
from duel.record.bot_calls import call_bot
from duel.record.clock import CHANNEL, gets_letters, write_due_entries
from duel.record.damage import damage_of
from duel.record.finality import WAIT_COLUMNS, entries_known, keep_wait
from duel.record.reading import (
    MOST_ENTRIES,
    Surroundings,
    game_locked_again,
    header_of,
    locked_game,
    secret_and_entries,
    surroundings,
    table_read_with,
)
from engine.course import Course, plies_returned_to
from engine.errors import BrokenRecord, EngineError
from engine.fairness import seed_of
from engine.games import find_game
from engine.kinds import AFTER_THE_END, Kind
from engine.record import Entry, next_entry, read_entry, timestamp
from lib.statements import insert, update, update_several

RECENT_PLIES = 8
"""Positions that are kept while replaying: a turn is told and taken back from one of them."""


class Log:
    """A begun game with its seats, its entries, and the course that they add up to."""

    # The secret and the seed pass through here: no error report may show what was at hand.
    @sensitive_variables()
    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        secret: bytes,
        entries: Sequence[Entry],
        *,
        after_each: Callable[[Entry, Course], None] | None = None,
    ) -> None:
        """Replay the entries; raises BrokenRecord, naming the entry that cannot have happened.

        `after_each` is shown every entry together with the course as it stands after it.
        """
        self.game = game
        self.seats = seats
        self.header = header_of(game, seats)
        self.entries: list[Entry] = []
        self.moved_at: datetime | None = game.began_at
        self.ended_at: datetime | None = None
        self.left_at: dict[int, datetime] = {}
        """The seats that have left, each with when it did."""
        self.is_final_at_once = False
        """Whether nothing that was played so far, or is written now, can be taken back."""
        self.course = Course(
            find_game(game.game, game.rules),
            seed_of(secret, self.header.nonces),
            seats=len(seats),
            options=self.header.option_names,
            returns=plies_returned_to(entries).union(range(game.ply - RECENT_PLIES, game.ply + 1)),
        )
        position = self.course.position
        self.history = ClockHistory(
            began_at=game.began_at or game.proposed_at,
            seat=position.to_move,
            number=position.turn,
        )
        for entry in entries:
            try:
                said = entry.kind, entry.seat, entry.person, entry.text
                self._follow(*said, channel=entry.channel, time=entry.time)
            except EngineError as error:
                raise BrokenRecord(f"Entry {entry.seq}: {error}") from error
            self.entries.append(entry)
            if after_each is not None:
                after_each(entry, self.course)
        self.history.forget_changes()  # banks were settled when these were written

    @property
    def head(self) -> str:
        """The hash of the last entry, or of what was settled before the first.

        Where a turn is left out, as it can still be taken back, of the last one before it.
        """
        if self.game.hides_turn_of is not None:
            return self.game.head
        return self.entries[-1].hash if self.entries else self.header.hash

    @property
    def secret_opens_at(self) -> datetime | None:
        """When the secret may be shown: at once after an end over the board, else later."""
        if self.ended_at is None:
            return None
        if self.course.ended_over_the_board:
            return self.ended_at
        return self.ended_at + timedelta(hours=settings.DISPUTE_HOURS)

    @property
    def has_undo(self) -> bool:
        """Whether a player has ever taken something back in this game."""
        return any(entry.kind == Kind.UNDO for entry in self.entries)

    @cached_property
    def interruptions(self) -> Interruptions:
        """What happened to all clocks since the game began, read once."""
        return self.surroundings.interruptions

    def vacations_of(self, person: User) -> list[Vacation]:
        """Return the vacations of somebody at the table since the game began, read once."""
        if person.pk not in self.surroundings.vacations:  # the seat is theirs since just now
            self.look_around_again()
        return self.surroundings.vacations[person.pk]

    def look_around_again(self) -> None:
        """Forget what was read beside the log: it may be otherwise by now."""
        self.__dict__.pop("surroundings", None)
        self.__dict__.pop("interruptions", None)

    @cached_property
    def surroundings(self) -> Surroundings:
        """Both, read at once."""
        people = {seat.user_id for seat in self.seats if seat.user_id is not None}
        return surroundings(since=self.history.began_at, people=people)

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
        seat: int | None,
        person: str | None,
        text: str = "",
        channel: str,
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

    def entry(self, seq: int) -> Entry:
        """Return the entry of that number, which is not its place where a turn is left out."""
        return next(entry for entry in reversed(self.entries) if entry.seq == seq)

    def derived(self) -> dict[str, Any]:
        """Return the derived columns of the game as its log makes them."""
        outcome = self.course.outcome
        return {
            "status": Status.RUNNING if outcome is None else Status.OVER,
            "seq": len(self.entries),
            "ply": self.course.ply,
            "turn": self.course.position.turn,
            "to_move": self.course.position.to_move if outcome is None else None,
            "head": self.head,
            "result": self.course.result,
            "moved_at": self.moved_at,
            "ended_at": self.ended_at,
        }

    def write_derived(self) -> None:
        """Bring the derived columns and the clock of the game and its seats up to the log."""
        before = [_columns_of(seat) for seat in self.seats]
        keep_wait(self)
        known = write_due_entries(self, gets_letters=gets_letters)
        keep_seats(self)
        columns = self.derived() | clock_columns(self, known)
        columns["secret_opens_at"] = self.secret_opens_at
        for name, value in columns.items():
            setattr(self.game, name, value)
        self.game.refuse_if_copy()
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

    def _follow(
        self, kind: str, seat: int | None, person: str | None, text: str, *, channel: str, time: str
    ) -> None:
        course, moment = self.course, datetime.fromisoformat(time)
        ply, outcome, flagged = course.ply, course.outcome, course.flagged
        course.follow(kind, seat, person, text)
        if course.ply != ply:
            self.moved_at = moment
        if course.outcome != outcome:
            self.ended_at = moment if course.outcome else None
        if course.seats > 2:
            self.left_at = {each: self.left_at.get(each, moment) for each in course.left}
        self.history.follow(
            kind,
            seat,
            text,
            moment,
            to_move=course.position.to_move,
            number=course.position.turn,
            was_flagged=flagged is not None,
            has_vacancy=bool(course.vacant),
            by_clock=channel == CHANNEL,
        )


def read_log(game: Game) -> Log:
    """Return the whole log of a begun game, replayed, for whoever holds the game's lock.

    Without the lock somebody may write between the reading of the row and that of its entries:
    then the two do not go together. Raises BrokenGame where it cannot be replayed, or lacks what
    the game's columns know of.
    """
    return _replayed(game, MOST_ENTRIES)


def log_as_of(game: Game) -> Log:
    """Return the log of a begun game as it stood when the game's row was read; nothing is locked.

    What was written since is left out. So row and log are of one moment, whatever comes between
    the two queries: entries are never altered, and all that a row counts are there. If they are
    not, or cannot be replayed, it raises BrokenGame.
    """
    # What others did beside a turn that is left out is there, though the row stands before it.
    return _replayed(game, max(game.seq, game.hides_up_to))


@sensitive_variables()
def log_before(log: Log, seq: int) -> Log:
    """Return the log as it stood before the entry of that number; nobody writes to it."""
    secret = bytes(GameSecret.objects.get(game=log.game).secret)
    return Log(log.game, log.seats, secret, [each for each in log.entries if each.seq < seq])


@sensitive_variables()
def _replayed(game: Game, up_to: int) -> Log:
    if game.status not in (Status.RUNNING, Status.OVER):
        raise NotRunning
    if game.is_damaged:
        raise BrokenGame(game, "A check found that the record is not as it was written.")
    seats = table_read_with(game)
    secret, stored = secret_and_entries(game, up_to=up_to)
    if secret is None:
        raise BrokenGame(game, "The secret is missing.")
    try:
        log = Log(game, seats, secret, entries_known(game, stored))
    except (EngineError, AttributeError, ValueError) as error:  # or no game has such terms
        raise BrokenGame(game, str(error)) from error
    if damage := damage_of(log, stored, secret):
        raise BrokenGame(game, damage)
    return log


@contextmanager
def writing(
    public_id: str,
    *,
    expected_seq: int | None = None,
    always_derive: bool = False,
    known: Log | None = None,
    locked: Game | None = None,
) -> Iterator[Log]:
    """Open a begun game's log for writing, and bring the derived columns up to it at the end.

    One transaction, which locks the game's row: of two writers the second one sees what the
    first one wrote. With an expected seq it is refused as stale once more was written; players'
    acts are bound to a ply by their services. `always_derive` brings the columns up to date even if
    nothing was written, as the clock goes by more than the log. `known` is what the caller has
    read of it a moment ago: if nothing was written since, it is not read again. `locked` is the
    game itself if the caller's transaction has its row already, and ends as soon as this fails.
    """
    with transaction.atomic(savepoint=locked is None):
        if known is not None and _is_unchanged(known):
            log = known
        else:
            log = read_log(locked or locked_game(public_id))
            log.refuse_other_end()
        if log.game.is_settled:  # while it was broken; that it is whole again changes nothing
            raise GameIsOver
        written, unsent_until = len(log.entries), log.game.unsent_until
        if expected_seq is not None and expected_seq != written:
            raise Stale([_told(entry) for entry in log.entries[max(expected_seq, 0) :]])
        yield log
        is_newly_final = log.game.unsent_until != unsent_until
        if len(log.entries) > written or always_derive or is_newly_final:
            log.write_derived()


def _is_unchanged(log: Log) -> bool:
    """Return whether the log is still all that was written; the row of its game is locked now."""
    game = log.game
    if game.hides_turn_of is not None:
        return False
    locked = game_locked_again(game.pk)
    known = (log.head, len(log.entries), game.settlement_id)
    if (
        locked is None
        or locked.is_damaged
        or (locked.head, locked.seq, locked.settlement_id) != known
    ):
        return False
    for name in WAIT_COLUMNS:  # these may change without an entry
        setattr(game, name, getattr(locked, name))
    log.look_around_again()
    return True


def refuse_if_over(log: Log) -> None:
    """Raise unless the game still runs."""
    if log.course.outcome is not None:
        raise GameIsOver


def _columns_of(seat: Seat) -> dict[str, Any]:
    """Return the derived columns of a seat."""
    return {name: getattr(seat, name) for name in ("is_to_move", *CLOCK_COLUMNS)}


def _told(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": entry.text,
        "time": entry.time,
    }
