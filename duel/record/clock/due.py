"""What the clock has to enter into the log by now, and what else its columns rest on."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.models import User
from duel.clocks.columns import Known, deadline_mark, has_bank
from duel.models import Notice, Seat
from duel.models.notice import REMINDER, TURN_KINDS, YOUR_TURN, notice_key
from duel.record.clock.bounces import end_bounces_of_others
from duel.record.clock.entries import note_start
from duel.record.clock.vacations import note_vacations, vacations_of
from duel.record.finality import final_at
from mail.models import Suppression
from mail.outbox.admission import MUTED, objections_to
from mail.services import are_under_way

if TYPE_CHECKING:
    from duel.record.log import Log

GetsLetters = Callable[[Seat], bool]


def write_due_entries(log: "Log", *, gets_letters: GetsLetters) -> Known:
    """Return what the columns rest on beside the log, once the log says all that is due.

    For a seat that gets no letter with its turn, this starts the clock when the move before it can
    no longer be taken back.
    """
    if log.course.outcome is not None:
        return Known(timezone.now(), [], None, partial(was_reminded, log))
    if has_bank(log):
        for ended in log.history.ended:
            note_vacations(log, ended)  # up to the moment at which it ended
    turn = log.history.turn
    vacations = vacations_of(log, turn)
    note_vacations(log, turn)
    end_bounces_of_others(log)
    waits_until = None
    if turn.started_at is None:
        waits_until = _waits_until(log, gets_letters)
        if waits_until is None and (why := _starts_by_itself(log, gets_letters)):
            note_start(log, why=why, at=log.game.unsent_until or turn.since)
    return Known(timezone.now(), vacations, waits_until, partial(was_reminded, log))


def gets_letters(seat: Seat) -> bool:
    """Return whether a letter brings the seat its turn as soon as it has come."""
    reader = seat.user
    if reader is None or reader.letters == User.Letters.DIGEST:
        return False
    topic = f"game:{seat.game.public_id}"
    objections = objections_to(address=reader.email, kind=YOUR_TURN, topic=topic)
    return not objections.keys() & {MUTED, Suppression.Reason.COMPLAINED}


def was_reminded(log: "Log", deadline: datetime) -> bool:
    """Return whether the seat has been reminded of this very deadline."""
    seat, mark = log.history.turn.seat, deadline_mark(deadline)
    key = notice_key(log.game.public_id, seat, REMINDER, mark)
    return Notice.objects.filter(key=key).exists()


def _waits_until(log: "Log", gets_letters: GetsLetters) -> datetime | None:
    """Return when the move before the turn is final, if there is something to do about it then."""
    until = final_at(log.game)
    if until is None:
        return None
    seat = log.seats[log.history.turn.seat]
    return until if _is_second_turn(log) or not gets_letters(seat) else None


def _starts_by_itself(log: "Log", gets_letters: GetsLetters) -> str:
    """Return why the clock starts as soon as the move before it is final; empty if it does not.

    Because no letter will bring the turn, or because one has left before the move was final.
    """
    turn = log.history.turn
    if final_at(log.game) is not None:
        return ""
    if not gets_letters(log.seats[turn.seat]):
        return "move"
    if not _is_second_turn(log):
        return ""
    told = log.game.notices.filter(seat=turn.seat, ply=log.course.ply, kind__in=TURN_KINDS)
    return "letter" if are_under_way(list(told.values_list("key", flat=True))) else ""


def _is_second_turn(log: "Log") -> bool:
    """Return whether the seat's last turn, which could be taken back, has brought it this one.

    A letter with the rest of it may leave before the last turn is final.
    """
    return log.game.unsent_until is not None and log.game.unsent_seat == log.history.turn.seat
