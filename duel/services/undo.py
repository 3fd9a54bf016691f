"""Taking a turn back: at once while nobody was told of it, later by asking."""

from datetime import datetime

from django.utils import timezone

from duel.errors import CannotTakeBack, Stale
from duel.log import Log, refuse_if_over, writing
from duel.notices import cancel_turn_notices, notice_goes_on
from duel.posting import call_off_letters
from duel.services.notes import take_back_notes
from duel.services.offers import write_offer
from duel.services.sending import waiting_notices, was_seen
from duel.story import events_since
from engine.errors import Illegal
from engine.kinds import ADVANCES, RETURNS, Kind


def unsend(*, public_id: str, seat: int, expected_ply: int, channel: str) -> int:
    """Return the ply after taking back one's own last turn, or what there is of it so far.

    Possible until the opponent's letter leaves or a page has shown them the turn, and never across
    something that was turned up. The letter is called off with it. Pressed twice, it is done once.
    """
    now = timezone.now()
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        if log.course.ply != expected_ply:
            since = events_since(log, expected_ply, seat)
            if since and (since[0]["kind"], since[0]["seat"]) == (Kind.UNDO, seat):
                return log.course.ply
            raise Stale(since)
        to_ply = _start_of_last_turn(log, seat)
        if _was_told(log, seat, now):
            raise CannotTakeBack
        # What was said along with it would tell of it.
        made_at = _made_at(log, to_ply)
        take_back_notes(game=log.game, seat=seat, from_ply=to_ply, since=made_at)
        log.append(Kind.UNDO, seat=seat, person=person, text=str(to_ply), channel=channel, time=now)
        cancel_turn_notices(log, after_ply=to_ply, now=now)
        notice_goes_on(log, now=now)
        return log.course.ply


def ask_for_undo(*, public_id: str, seat: int, expected_ply: int, channel: str) -> str:
    """Return the terms of the offer by which the others are asked to let the last turn go.

    Asking again while they have not answered changes nothing.
    """
    with writing(public_id) as log:
        log.person_in(seat)
        refuse_if_over(log)
        if log.course.ply != expected_ply:
            raise Stale(events_since(log, expected_ply, seat))
        terms = f"undo {_start_of_last_turn(log, seat)}"
        write_offer(log, seat, terms, channel=channel, now=timezone.now())
    return terms


def _start_of_last_turn(log: Log, seat: int) -> int:
    """Return the ply to go back to; raise unless the seat's last turn can be taken back."""
    try:
        ply = log.course.start_of_last_turn(seat)
        log.course.check_undo(seat, ply)
    except Illegal as error:
        raise CannotTakeBack from error
    return ply


def _made_at(log: Log, to_ply: int) -> datetime:
    """Return when the first of the moves after this ply was made."""
    changes = [entry for entry in log.entries if Kind(entry.kind) in ADVANCES | RETURNS]
    return datetime.fromisoformat(changes[to_ply].time)


def _was_told(log: Log, seat: int, now: datetime) -> bool:
    """Return whether another seat knows of the last turn; if none does, its letter is called off.

    A worker that is about to send the letter and we cannot both have it.
    """
    moves = log.course.standing()
    first = next(move.ply for move in moves if move.turn == moves[-1].turn)
    if was_seen(log.game, from_ply=first, by_others_than=seat):
        return True
    if log.course.position.to_move == seat:
        return False
    return not call_off_letters(waiting_notices(log.game, ply=log.course.ply, now=now))
