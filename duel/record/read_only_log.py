"""A game's log, replayed for reading; `duel.record.log.Log` is the one that is written."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.history import ClockHistory, Interruptions
from duel.clocks.turn_clock import OPEN_FOR
from duel.errors import BrokenGame, NotRunning
from duel.models import AnyGame, AnySeat, Game, KnownGame, KnownSeat, Seat, Status, Vacation
from duel.record.finality import known_entries
from duel.record.reading import (
    Surroundings,
    header_of,
    seats_with_players,
    secret_and_entries,
    surroundings,
)
from engine.course import Course, plies_returned_to
from engine.errors import BrokenRecord, EngineError
from engine.fairness import commitment, seed_of
from engine.games import find_game
from engine.kinds import Channel, Kind
from engine.record import Entry, chain_break

RECENT_PLIES = 8
"""The last positions are kept while replaying, to tell a turn or take it back."""


class ReadOnlyLog:
    """A begun game with its seats, its entries, and the course that they add up to."""

    game: AnyGame
    seats: Sequence[AnySeat]

    # The secret and the seed pass through here: no error report may show what was at hand.
    @sensitive_variables()
    def __init__(
        self,
        game: AnyGame,
        seats: Sequence[AnySeat],
        secret: bytes,
        entries: Sequence[Entry],
        *,
        after_each: Callable[[Entry, Course], None] | None = None,
    ) -> None:
        """Replay the entries; raise BrokenRecord, naming the entry that cannot have happened.

        `after_each` gets every entry together with the course after it.
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
                values = entry.kind, entry.seat, entry.person, entry.text
                self._follow(*values, channel=entry.channel, time=entry.time)
            except EngineError as error:
                raise BrokenRecord(f"Entry {entry.seq}: {error}") from error
            self.entries.append(entry)
            if after_each is not None:
                after_each(entry, self.course)
        self.history.forget_changes()  # banks were settled when these were written

    @property
    def hides_turn_of(self) -> int | None:
        """The seat whose last turn is left out, as it can still be taken back; None: nothing is."""
        return self.game.hides_turn_of if isinstance(self.game, KnownGame) else None

    @property
    def head(self) -> str:
        """The hash of the last entry, or of the header; of a turn left out, of the entry before."""
        if self.hides_turn_of is not None:
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
        """Forget what was read beside the log: it may have changed."""
        self.__dict__.pop("surroundings", None)
        self.__dict__.pop("interruptions", None)

    @cached_property
    def surroundings(self) -> Surroundings:
        """Both, read at once."""
        people = {seat.user_id for seat in self.seats if seat.user_id is not None}
        return surroundings(since=self.history.began_at, people=people)

    def open_until(self, seat: int) -> datetime | None:
        """Return until when a seat whose player left is offered to others; None if it is not."""
        is_offered = seat in self.course.vacant and self.course.outcome is None
        return self.left_at[seat] + OPEN_FOR if is_offered else None

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

    def _follow(
        self,
        kind: str,
        seat: int | None,
        person: str | None,
        text: str,
        *,
        channel: str,
        time: str,
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
            by_clock=channel == Channel.CLOCK,
        )


@sensitive_variables()
def log_of(game: KnownGame, seats: Sequence[KnownSeat] | None = None) -> ReadOnlyLog:
    """Return the log of a begun game as its reader may know it; nothing is locked.

    It ends where it did when the game's row was read, so row and log are of one moment, whatever is
    written between the two queries. Entries are never altered: if one that the row counts is
    missing, or cannot be replayed, it raises BrokenGame.
    """
    refuse_unreadable(game)
    if seats is None:
        seats = [KnownSeat.of(seat, game) for seat in seats_with_players(game.pk)]
    # What others did beside a turn that is left out comes after the row.
    secret, stored = secret_and_entries(game, up_to=max(game.seq, game.hides_up_to))
    if secret is None:
        raise BrokenGame(game, "The secret is missing.")
    try:
        log = ReadOnlyLog(game, seats, secret, known_entries(game, stored))
    except (EngineError, AttributeError, ValueError) as error:  # or no game has such terms
        raise BrokenGame(game, str(error)) from error
    if damage := damage_of(log, stored, secret):
        raise BrokenGame(game, damage)
    return log


def whole_log_of(game: Game, seats: Sequence[Seat] | None = None) -> ReadOnlyLog:
    """Return the whole log: for operators, bots and statistics, never for players or spectators."""
    known = KnownGame.of(game)
    if seats is None:
        return log_of(known)
    return log_of(known, [KnownSeat.of(seat, known) for seat in seats])


def refuse_unreadable(game: AnyGame) -> None:
    """Raise unless the game has begun and no check has found that its record is damaged."""
    if game.status not in (Status.RUNNING, Status.OVER):
        raise NotRunning
    if game.is_damaged:
        raise BrokenGame(game, "A check found that the record is not as it was written.")


@sensitive_variables()
def damage_of(log: "ReadOnlyLog", stored: Sequence[Entry], secret: bytes) -> str:
    """Return what was altered, given all entries that were read; nothing if all is as written.

    It compares the secret with its commitment, every hash of the chain with its entry and the one
    before, the position with the hash in the last entry, the columns of the game and the persons in
    its seats. `replaygames` compares more: see `duel.integrity.replay`.
    """
    game = log.game
    if commitment(secret) != game.commitment:
        return "The secret does not match its commitment."
    if broken := chain_break(log.header, stored, seq=game.seq, head=game.head):
        return broken
    if broken := _other_position(log, stored):
        return broken
    is_row_older = log.hides_turn_of is None and game.seq < len(stored)
    if game.settlement_id is not None or is_row_older:  # its columns follow something else
        return ""
    return _other_columns(log)


def _other_position(log: "ReadOnlyLog", stored: Sequence[Entry]) -> str:
    """Return where the position differs from what was written.

    Where a turn is left out, the entries beside it carry the hash of a position that is not shown.
    """
    shown = stored if log.hides_turn_of is None else stored[: log.game.seq]
    if shown and shown[-1].state_hash != log.course.state_hash:
        return f"The position after entry {shown[-1].seq} is not what was written."
    return ""


def _other_columns(log: "ReadOnlyLog") -> str:
    """Return which column is not what the log makes of it."""
    game = log.game
    for name, derived in log.derived().items():
        if name == "seq" and log.hides_turn_of is not None:
            continue  # entries beside the turn that is left out are counted in none of the two
        if getattr(game, name) != derived:
            return f"The column {name} is not what the log makes of it."
    for seat, person in zip(log.seats, log.course.persons, strict=True):
        if person not in (None, seat.person):
            return f"The person in seat {seat.number} is not the one of the log."
    return ""
