"""Takes a turn back, or sends it now, so that it is final; pages, replies and digests call it."""

from collections.abc import Sequence
from itertools import groupby

from django.utils import timezone

from accounts.models import User
from duel.errors import CannotTakeBack, NeedNotAsk, Stale
from duel.models.game import YOUR_TURN
from duel.notices.intents import cancel_turn_notices, end_wait, letters_wait, notice_goes_on
from duel.play.notes import take_back_notes
from duel.play.offers import UNDO, asks_only_bots, write_offer
from duel.record.events import events_known_to
from duel.record.finality import can_take_back, final_at
from duel.record.log import Log, refuse_if_over, snapshot_of, writing
from duel.record.read_only_log import ReadOnlyLog
from duel.record.selectors import Snapshot
from engine.course import Course
from engine.errors import Illegal
from engine.kinds import Channel, Kind, StandingMove


def take_back_turn(*, public_id: str, seat: int, expected_ply: int, channel: Channel) -> int:
    """Return the ply after taking back one's own last turn, or what there is of it so far.

    Possible until it is final, and never across something that was turned up. The letter about it
    is cancelled with it. Pressed twice, it is done once.
    """
    now = timezone.now()
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        if log.course.ply != expected_ply:
            events = events_known_to(log, expected_ply, seat)
            if events and (events[0]["kind"], events[0]["seat"]) == (Kind.UNDO, seat):
                return log.course.ply
            raise Stale(events)
        to_ply = _start_of_last_turn(log, seat)
        since = log.game.unsent_since
        if since is None or not can_take_back(log.game, seat) or _letter_is_under_way(log):
            raise CannotTakeBack
        log.append(Kind.UNDO, seat=seat, person=person, text=str(to_ply), channel=channel, time=now)
        # Notes written with it would tell of it.
        take_back_notes(seat=log.seats[seat], since=since, turn=log.course.position.turn)
        cancel_turn_notices(log, after_ply=to_ply, now=now)
        notice_goes_on(log, now=now)
        return log.course.ply


def ask_for_undo(*, public_id: str, seat: int, expected_ply: int, channel: Channel) -> str:
    """Return the terms of the offer by which the others are asked to let the seat take it back.

    Asking again while they have not answered changes nothing. Bots that have moved since, if nobody
    else plays, take that back first.
    """
    now = timezone.now()
    with writing(public_id) as log:
        log.person_in(seat)
        refuse_if_over(log)
        if log.course.ply != expected_ply:
            raise Stale(events_known_to(log, expected_ply, seat))
        if can_take_back(log.game, seat):
            raise NeedNotAsk
        *of_bots, (_, ply) = _turns_to_take_back(log, seat)
        for bot, start in of_bots:
            person = log.person_in(bot)
            log.append(
                Kind.UNDO, seat=bot, person=person, text=str(start), channel=Channel.BOT, time=now
            )
        terms = f"{UNDO}{ply}"
        write_offer(log, seat, terms, channel=channel, now=now)
    return terms


def may_ask_for_undo(log: ReadOnlyLog, seat: int) -> bool:
    """Return whether the others can be asked to let the seat take its last turn back."""
    try:
        return bool(_turns_to_take_back(log, seat))
    except CannotTakeBack:
        return False


def _turns_to_take_back(log: ReadOnlyLog, seat: int) -> list[tuple[int, int]]:
    """Return whose turns go with the seat's last one, and the ply before each, the last first.

    Its own comes last in the list. Raise CannotTakeBack if one of them turned something up, or
    if somebody else has moved since.
    """
    turns: list[tuple[int, int]] = []
    bots_follow = asks_only_bots(log, seat)
    line = reversed(log.course.line())
    for (whose, _), made in groupby(line, key=lambda move: (move.seat, move.turn)):
        moves = list(made)[::-1]
        if any(move.leaves for move in moves) or _shows_something(log.course, moves):
            break
        turns.append((whose, _ply_before(moves[0])))
        if whose == seat:
            return turns
        if not bots_follow:
            break
    raise CannotTakeBack


def _ply_before(move: StandingMove) -> int:
    return move.before.ply if move.before else 0


def _shows_something(course: Course, moves: Sequence[StandingMove]) -> bool:
    """Return whether one of the moves, which follow each other, has turned something up."""
    position = course.position_at(_ply_before(moves[0]))
    for move in moves:
        step = course.game.step(position, move.text)
        if step.reveals:
            return True
        position = step.position
    return False


def _start_of_last_turn(log: Log, seat: int) -> int:
    """Return the ply to go back to; raise unless the seat's last turn can be taken back."""
    try:
        ply = log.course.start_of_last_turn(seat)
        log.course.check_undo(seat, ply)
    except Illegal as error:
        raise CannotTakeBack from error
    return ply


def _letter_is_under_way(log: Log) -> bool:
    """Return whether the letter about the last turn leaves this moment, for a clock that is ahead.

    A worker that is about to send the letter and we cannot both have it.
    """
    notices = log.game.notices.filter(kind=YOUR_TURN, ply=log.course.ply, cancelled_at__isnull=True)
    return not letters_wait(notices)


def send_now(*, public_id: str, seat: int, expected_ply: int) -> None:
    """Send the opponent's letter at once; the turn can no longer be taken back."""
    with writing(public_id) as log:
        log.person_in(seat)
        is_made = can_take_back(log.game, seat) and final_at(log.game) is not None
        if log.course.ply == expected_ply and is_made:
            end_wait(log)


def settle_turn_of(reader: User, *, public_id: str) -> tuple[int, Snapshot] | None:
    """Make the turn before this person's final; return their seat and what was read, or None."""
    with writing(public_id) as log:
        mover = log.course.position.to_move
        if log.course.outcome is not None or mover is None or mover in log.left_at:
            return None
        if log.seats[mover].user != reader:
            return None
        if log.game.unsent_seat != mover:
            end_wait(log)
    return mover, snapshot_of(log)
