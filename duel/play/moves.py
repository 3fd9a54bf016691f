"""Plays a move or a whole turn, all or nothing, once; pages, replies, the API and bots call it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from duel.errors import IllegalMove, NotYourTurn, Stale, Unreadable
from duel.games.registry import presentation_of
from duel.models import AnySeat
from duel.notices.intents import notice_end, notice_goes_on, notice_turn, notice_turn_after_bot
from duel.play.notes import are_notes_muted, forget_note_draft, write_note
from duel.play.orders import use_up_orders
from duel.record.events import events_known_to, events_since
from duel.record.finality import can_take_back, final_at, game_known_at, keep_wait
from duel.record.log import Log, refuse_if_over, writing
from duel.record.selectors import Snapshot, remember_position
from duel.timekeeping.leaving import leave
from engine import errors as engine_errors
from engine.kinds import Channel, Kind
from engine.turn import take_turn


@dataclass(frozen=True)
class PlayResult:
    """What became of it: the moves that stand now, and what happened, as the seat may know it."""

    ply: int
    moves: tuple[str, ...]
    was_played_before: bool
    asks: str | None
    """The phase in which the same turn goes on, or None when it is over."""
    seat: int
    """Who has played."""
    tell: Callable[[], list[dict[str, Any]]] = field(repr=False)
    _log: Log = field(repr=False)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened, as the seat may know it."""
        return self.tell()

    @property
    def has_undo(self) -> bool:
        """Whether a player has ever taken something back in this game."""
        return self._log.has_undo

    @property
    def is_over(self) -> bool:
        """Whether the game is over with it."""
        return self._log.course.outcome is not None

    @property
    def can_be_taken_back(self) -> bool:
        """Whether the seat can take it back."""
        return can_take_back(self._log.game, self.seat)

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot is to move next."""
        mover = self._log.game.to_move
        return mover is not None and self._log.seats[mover].is_bot

    def remember(self) -> None:
        """Keep the position for those who look at the game next."""
        remember_position(self._log)


def log_after(played: PlayResult) -> Log:
    """Return the log after it, for a bot that goes on from there."""
    return played._log


def play(
    *,
    public_id: str,
    seat: int,
    expected_ply: int,
    moves: Sequence[str],
    channel: Channel,
    received_at: datetime | None = None,
    known: Log | Snapshot | None = None,
) -> PlayResult:
    """Return what was played: the moves, in canonical text, of the seat at the expected ply.

    The same moves sent again are a success that changes nothing. Anything else for a ply that has
    passed is stale. A refusal writes nothing. The move counts from when it was received, which may
    be a while ago; the opponent's letter is due from now. `known` is the log if the caller has just
    read it, who does not use it any more.
    """
    now = timezone.now()
    with writing(public_id, known=known) as log:
        log.person_in(seat)
        if expected_ply != log.course.ply:
            return _answer_late(log, seat, expected_ply, moves)
        refuse_if_over(log)
        if log.course.position.to_move != seat:
            raise NotYourTurn
        return _write_turn(
            log, seat, moves, channel=channel, received_at=received_at or now, now=now
        )


def resign(*, public_id: str, seat: int, channel: Channel) -> None:
    """Give the game up; of more than two, the others play on as the terms have it."""
    now = timezone.now()
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        leave(log, seat, by=Kind.RESIGN, person=person, channel=channel, now=now)


def _write_turn(
    log: Log,
    seat: int,
    moves: Sequence[str],
    *,
    channel: Channel,
    received_at: datetime,
    now: datetime,
) -> PlayResult:
    course = log.course
    ply = course.ply
    if not moves:
        raise Unreadable
    try:
        turn = take_turn(course.game, course.position, seat, moves)
    except engine_errors.Unreadable as error:
        raise Unreadable from error
    except engine_errors.Illegal as error:
        raise IllegalMove from error
    for move in turn.moves:
        log.append(
            Kind.MOVE,
            seat=seat,
            person=log.person_in(seat),
            text=move,
            channel=channel,
            time=received_at,
        )
    ends_turn = course.position.to_move != seat or course.outcome is not None
    if ends_turn and log.has_undo:  # else no draft was kept
        forget_note_draft(seat=log.seats[seat])
    if ends_turn and log.seats[seat].has_orders:  # as almost never
        use_up_orders(log, seat)
    if course.outcome is not None:
        notice_end(log, now=now)
    elif course.position.to_move == seat:
        notice_goes_on(log, now=now)
    elif log.seats[seat].is_bot:
        notice_turn_after_bot(log, now=now)
    else:
        keep_wait(log)
        # The letter waits while the turn can be taken back.
        notice_turn(log, now=now, not_before=final_at(log.game) or now)
    return PlayResult(
        ply=course.ply,
        moves=turn.moves,
        was_played_before=False,
        asks=turn.asks,
        seat=seat,
        tell=partial(events_since, log, ply, seat),
        _log=log,
    )


def _answer_late(log: Log, seat: int, expected_ply: int, moves: Sequence[str]) -> PlayResult:
    """Return the success of a repeated press, or raise Stale with what happened since."""
    course = log.course
    standing = {move.ply: move for move in course.standing_moves()}
    plies = range(expected_ply + 1, expected_ply + 1 + len(moves))
    repeated = [standing[ply] for ply in plies if ply in standing and standing[ply].seat == seat]
    if not moves or [move.text for move in repeated] != list(moves):
        refuse_if_over(log)
        raise Stale(events_known_to(log, expected_ply, seat))
    position = course.position
    goes_on = position.to_move == seat and position.turn == repeated[-1].turn
    return PlayResult(
        ply=game_known_at(log.game, seat).ply,
        moves=tuple(moves),
        was_played_before=True,
        asks=position.phase if goes_on and course.outcome is None else None,
        seat=seat,
        tell=partial(events_known_to, log, expected_ply, seat),
        _log=log,
    )


def play_along(
    *,
    public_id: str,
    seat: int,
    expected_ply: int,
    moves: Sequence[str],
    channel: Channel,
    received_at: datetime | None = None,
    known: Log | Snapshot | None = None,
) -> PlayResult:
    """Return what was played last: the moves, or a choice with one option after them, as `play`."""
    played = play(
        public_id=public_id,
        seat=seat,
        expected_ply=expected_ply,
        moves=moves,
        channel=channel,
        received_at=received_at,
        known=known,
    )
    while played.asks is not None:
        log = played._log
        if played.asks not in presentation_of(log.game).follows_by_itself:
            break
        choices = log.course.game.legal(log.course.position)
        if len(choices) != 1:
            break
        try:
            played = play(
                public_id=public_id,
                seat=seat,
                expected_ply=played.ply,
                moves=choices,
                channel=channel,
                received_at=received_at,
                known=log,
            )
        except Stale:  # another press of the same button was faster, and did the rest
            break
    return played


def play_with_note(
    *,
    seat: AnySeat,
    expected_ply: int,
    moves: Sequence[str],
    channel: Channel,
    note: str | None,
    note_to: Collection[int] = (),
    shown_seats: Sequence[int] = (),
    known: Snapshot | None = None,
) -> tuple[PlayResult, bool]:
    """Return what was played, and whether the note went with it; all or nothing of the moves.

    An empty note counts as no note, and what was written with a turn that was taken back is
    forgotten; None leaves that as it is. `shown_seats` as in `duel.play.notes.write_note`,
    `known` as in `play`.
    """
    with transaction.atomic():  # no letter leaves without the note that goes with it
        played = play_along(
            public_id=seat.game.public_id,
            seat=seat.number,
            expected_ply=expected_ply,
            moves=moves,
            channel=channel,
            received_at=timezone.now(),
            known=known,
        )
        if played.was_played_before or note is None:
            return played, True
        if note.strip():
            if are_notes_muted(seat.user, seat.game):
                return played, False
            write_note(seat=seat, ply=expected_ply, text=note, to=note_to, shown_seats=shown_seats)
        elif played.has_undo:
            forget_note_draft(seat=seat)
        return played, True
