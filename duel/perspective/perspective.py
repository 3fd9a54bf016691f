"""`Perspective`: a game as one reader may know it; all that shows a game to people takes one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.clocks.history import ClockHistory
from duel.games.results import places_of, result_sentence
from duel.games.stories import note_sentences, story_sentences
from duel.models import GameSecret, KnownGame, KnownSeat, Note, NoteDraft, Notice, Status
from duel.perspective.seat_position import SeatPosition
from duel.play.notes import notes_shown_to
from duel.record.events import Recap, events_since, last_events, recap_of
from duel.record.finality import can_take_back, final_at, game_known_to
from duel.record.links import Link
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import (
    StoredTable,
    stored_notice,
    stored_table,
    stored_table_named,
    stored_table_of_seat,
)
from duel.record.selectors import Snapshot, secret_is_open, was_unreachable
from engine.errors import Illegal
from engine.kinds import Kind, StandingMove

LAST_PLIES = 12
"""How many plies back spectators see what happened."""


class Perspective(SeatPosition):
    """A begun game as the person in one seat, or a spectator, may know it.

    A turn that another player can still take back is left out. Each part is read at its first use:
    most pages need no replay.
    """

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the reader's last turn; to spectators, in the last plies."""
        return self._recap.events

    @property
    def since_ply(self) -> int:
        """The ply after which that happened."""
        return self._recap.since

    def events_since(self, ply: int) -> list[dict[str, Any]]:
        """Return what happened after a ply, as the reader may know it."""
        return events_since(self._log, ply, self.number)

    def story(self, events: Sequence[Mapping[str, Any]] | None = None) -> list[str]:
        """Return what happened in words to the reader, without the result."""
        return story_sentences(
            self.game,
            self.events if events is None else events,
            self.names,
            self.number,
            is_over=self.game.result is not None,
            result=self.result_words,
        )

    @cached_property
    def notes(self) -> Sequence[Note]:
        """The messages that others wrote to the reader since their last turn."""
        if self.seat is None or not self._has_notes:
            return []
        recap = self._recap if self.viewer is not None else self._recap_of(self._own)
        written = Note.objects.filter(game=self.game.pk, ply__gte=recap.since)
        if "_log" in self.__dict__:  # it may be an earlier one
            written = written.filter(ply__lte=self._log.course.ply)
        return notes_shown_to(self.game, self._own, written)

    def note_sentences(self) -> list[str]:
        """Return these messages, each with its writer."""
        return note_sentences(self.notes, self.names, self._own)

    @cached_property
    def note_draft(self) -> NoteDraft | None:
        """The note of the turn that the reader took back and makes anew."""
        own = (Kind.UNDO, self.number)
        if not self.is_to_move or all((each["kind"], each["seat"]) != own for each in self.events):
            return None  # most pages need no other query
        found = NoteDraft.objects.filter(seat__game=self.game.pk, seat__number=self._own)
        return found.filter(turn=self.game.turn).first()

    @cached_property
    def result_words(self) -> str:
        """How the game ended in words to the reader; nothing while it runs."""
        result = self.game.result
        if not result:
            return ""
        return result_sentence(
            self.game,
            result,
            self.names,
            self.number,
            is_unreachable=self._was_unreachable(),
        )

    @property
    def places_words(self) -> str:
        """Who came out where in a game of three or more that is over; else nothing."""
        is_of_several = len(self.names) > 2 and self.game.result is not None
        return places_of(self._log.course, self.names) if is_of_several else ""

    @property
    def can_take_back(self) -> bool:
        """Whether the reader can take back their last turn, or what there is of one."""
        return self.seat is not None and can_take_back(self.game, self.seat.number)

    @property
    def can_take_back_until(self) -> datetime | None:
        """Until when the reader can take back the turn they just made; None if they cannot."""
        return final_at(self.game) if self.can_take_back else None

    @property
    def can_step_back(self) -> bool:
        """Whether the reader can take back what they have made of their turn so far."""
        return self.is_to_move and self.game.unsent_until is None and self.can_take_back

    @cached_property
    def has_begun(self) -> bool:
        """Whether the reader has made a step of the turn that they are making."""
        if not self.is_to_move or all(event["seat"] != self.number for event in self.events):
            return False
        made = self.moves
        now = (self.number, self._log.course.position.turn)
        return bool(made) and (made[-1].seat, made[-1].turn) == now

    @property
    def was_taken_back(self) -> bool:
        """Whether the reader is to move because they have just taken their turn back."""
        if not self.is_to_move or not self.events:
            return False
        last = self.events[-1]
        return (last["kind"], last["seat"]) == (Kind.UNDO, self.number)

    @cached_property
    def turned_nothing_up(self) -> bool:
        """Whether the last turn is the reader's, whole or so far, and showed nothing hidden."""
        course = self._log.course
        try:
            course.check_undo(self._own, course.start_of_last_turn(self._own))
        except Illegal:
            return False
        return True

    @cached_property
    def moves(self) -> list[StandingMove]:
        """The moves that were not taken back, first to last."""
        return self._log.course.standing_moves()

    def has_only_moved_since(self, ply: int) -> bool:
        """Return whether nobody but the reader has moved since that ply."""
        return all(made.seat == self.number for made in self.moves if made.ply > ply)

    def stands_at(self, ply: int, move: str) -> bool:
        """Return whether the reader's move led to that ply and was not taken back."""
        own = (ply, self.number, move)
        return any((made.ply, made.seat, made.text) == own for made in self.moves)

    @property
    @sensitive_variables()
    def open_secret(self) -> bytes | None:
        """The secret of the shuffle, once anybody may see it."""
        if not secret_is_open(self.game):
            return None
        kept = GameSecret.objects.filter(game=self.game.pk).first()
        return bytes(kept.secret) if kept else None

    @property
    def has_undo(self) -> bool:
        """Whether a player has ever taken something back in this game."""
        return self._log.has_undo

    @property
    def left(self) -> set[int]:
        """The seats that have left a running game; once it is over, all have played it."""
        return self._log.course.left if self.is_running else set()

    @property
    def playing(self) -> list[int]:
        """The seats that have not left, in order."""
        return self._log.course.playing

    @property
    def history(self) -> ClockHistory:
        """What happened to the clocks of the game."""
        return self._log.history

    @property
    def can_be_played_again(self) -> bool:
        """Whether the reader has somebody to play the game with once more."""
        return any(seat.user is not None for seat in self.seats if seat.number != self._own)

    @property
    def late_seat(self) -> int | None:
        """The seat whose time is up, if any."""
        return self._log.course.flagged

    @property
    def is_held(self) -> bool:
        """Whether a hold or a pause has stopped all clocks."""
        return self._log.course.stopped

    @property
    def offers(self) -> dict[str, int]:
        """The offers that wait for an answer, each with the seat that made it."""
        return self._log.course.offers

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Return whether the seat has made this offer or accepted it, and it waits for others."""
        return self._log.course.has_agreed(seat, terms)

    @cached_property
    def _recap(self) -> Recap:
        if self.viewer is None:
            since = max(self.game.ply - LAST_PLIES, 0)
            return Recap(since, last_events(self.game, LAST_PLIES, read=lambda: self._log))
        return self._recap_of(self.viewer)

    def _recap_of(self, seat: int) -> Recap:
        is_remembered = not self._from_log
        return recap_of(self.game, seat, read=lambda: self._log, is_remembered=is_remembered)

    def _was_unreachable(self) -> bool:
        if not self._from_log:
            return was_unreachable(self.game)
        history = self._log.history
        return history.is_unreachable(history.turn.seat)


class PlayerPerspective(Perspective):
    """A begun game as the player in one seat may know it; spectators have a `Perspective`."""

    seat: KnownSeat

    @property
    def number(self) -> int:
        """The number of the reader's seat."""
        return self.seat.number


def log_behind(perspective: Perspective) -> ReadOnlyLog:
    """Return the log of a perspective; `make check` lets perspective, table and timeline ask."""
    return perspective._log


def _if_begun(table: StoredTable | None) -> StoredTable | None:
    """Return the table if its game has begun: before, it has no log and no perspective."""
    has_begun = table is not None and table.game.status in (Status.RUNNING, Status.OVER)
    return table if has_begun else None


class LinkedPerspective(NamedTuple):
    """What a signed link leads to."""

    perspective: PlayerPerspective
    old_links_until: int | None
    """The ply up to which links of the old form are good."""


class NoticePerspective(NamedTuple):
    """A notice, and its game as its reader knows it."""

    notice: Notice
    perspective: PlayerPerspective


def perspective_of_seat(
    table: StoredTable, number: int, *, from_log: bool = False, has_notes: bool = True
) -> PlayerPerspective:
    """Return the game as the person in that seat, and perhaps in others of it, may know it."""
    person = table.seats[number].user_id
    own = [each.number for each in table.seats if person is not None and each.user_id == person]
    return PlayerPerspective(
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
    kind = Perspective if first is None else PlayerPerspective
    return kind(table, own=own, number=first)


def perspective_of_snapshot(snapshot: Snapshot, number: int) -> PlayerPerspective:
    """Return the game as the person in that seat may know it, from what a service has just read."""
    made = perspective_of_seat(snapshot._table, number, from_log=True)
    made.__dict__["_log"] = snapshot._log
    return made


def perspective_at(
    log: ReadOnlyLog, number: int, *, deadline: datetime | None
) -> PlayerPerspective:
    """Return what the seat knew when the log ended here, with that deadline, for operators."""
    made = PlayerPerspective.__new__(PlayerPerspective)
    derived = log.derived() | {"deadline": deadline}
    made.game = replace(KnownGame.of(log.game), **derived)
    made.seats = [KnownSeat.of(seat, made.game) for seat in log.seats]
    made.seat = made.seats[number]
    made._from_log = made._has_notes = True
    made.__dict__["_log"] = log
    return made


def read_again(perspective: PlayerPerspective) -> PlayerPerspective | None:
    """Return the same perspective on the game as it is now; None if another person sits there."""
    before = perspective.seat
    table = stored_table(perspective.game.pk)
    if table is None or table.seats[before.number].person != before.person:
        return None
    return perspective_of_seat(table, before.number)


def perspective_of_player(person: User, public_id: str) -> PlayerPerspective | None:
    """Return a begun game of this name as the person in it knows it; None: they are not in it."""
    table = _if_begun(stored_table_named(public_id))
    perspective = perspective_of_person(table, person) if table else None
    return perspective if isinstance(perspective, PlayerPerspective) else None


def spectator_of(public_id: str) -> Perspective | None:
    """Return a begun game of this name as a spectator knows it; None if there is no such game."""
    table = _if_begun(stored_table_named(public_id))
    return perspective_of_seats(table, []) if table else None


def perspective_of_link(link: Link, *, from_log: bool = False) -> LinkedPerspective | None:
    """Return the begun game of a link as the player in its seat knows it; None if it is gone."""
    table = _if_begun(stored_table(link.game))
    if table is None or link.seat >= len(table.seats):
        return None
    perspective = perspective_of_seat(table, link.seat, from_log=from_log)
    return LinkedPerspective(perspective, table.game.old_links_until)


def perspective_of_stored_seat(pk: int) -> PlayerPerspective | None:
    """Return the game as the seat's player knows it, never from a cache; None if it is gone."""
    table = _if_begun(stored_table_of_seat(pk))
    if table is None:
        return None
    number = next(each.number for each in table.seats if each.pk == pk)
    return perspective_of_seat(table, number, from_log=True)


def perspective_of_game(pk: int, number: int) -> PlayerPerspective | None:
    """Return the begun game of this key as the player in that seat knows it, for a letter."""
    table = _if_begun(stored_table(pk))
    return perspective_of_seat(table, number, from_log=True) if table else None


def perspective_of_notice(pk: int, *, person: int) -> NoticePerspective | None:
    """Return a notice with its game as its reader knows it; None if another sits there by now."""
    found = stored_notice(pk)
    table = _if_begun(found.table) if found else None
    if found is None or table is None or table.seats[found.notice.seat].user_id != person:
        return None
    seat, has_notes = found.notice.seat, found.has_notes
    made = perspective_of_seat(table, seat, from_log=True, has_notes=has_notes)
    return NoticePerspective(found.notice, made)
