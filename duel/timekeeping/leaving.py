"""Takes a seat out of a game whose player leaves; services that play and sweeps call it.

A game of two ends by an entry that says how. In a larger one the seat retires, as the terms say:
it is out and the others play on, the game is scored, the seat is offered to others while all clocks
are stopped, or a bot plays on in it. The last player left wins; among bots the game is scored.
"""

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duel.errors import Refused
from duel.integrity.sweep_guard import process_one_of_many
from duel.models import Seat, Status
from duel.notices.intents import cancel_waiting_letters, notice_end, notice_turn, tell
from duel.notices.kinds import SEAT_LEFT
from duel.record.log import Log, writing
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import game_unless_locked
from duel.timekeeping.newcomers import let_bot_play_on
from duel.words.terms import consequence_sentence
from engine.kinds import BOT, OUT, SCORE, Channel, Kind

logger = structlog.get_logger(__name__)

BATCH = 200


class SeatIsOpen(Refused):
    """All clocks stand while a seat waits for somebody to take it."""

    code = "seat_is_open"
    sentence = _("A seat of this game is offered to others: meanwhile all clocks stand still.")


def retires(log: ReadOnlyLog) -> bool:
    """Return whether a seat that leaves this game retires; else its leaving ends the game."""
    return len(log.seats) > 2


def leave(
    log: Log, seat: int, *, by: Kind, person: str | None, channel: Channel, now: datetime
) -> None:
    """Take a seat out for its player or the clock, and tell all; `by` is what ends a game of 2."""
    if retires(log):
        retire(log, seat, person=person, channel=channel, now=now)
        return
    log.append(by, seat=seat, person=person, channel=channel, time=now)
    notice_end(log, now=now)


def retire(log: Log, seat: int, *, person: str | None, channel: Channel, now: datetime) -> None:
    """Retire a seat of a larger game as the terms say; tell its player if it was not their act."""
    cancel_waiting_letters(log, now=now, seat=seat)
    text = text_for(log, seat)
    log.append(Kind.RETIRE, seat=seat, person=person, text=text, channel=channel, time=now)
    is_told = log.course.outcome is None and person != log.seats[seat].person
    if text == BOT:
        # There is no other answer to a mail: it is erased with all of theirs.
        is_told = is_told or channel == Channel.MAIL
        let_bot_play_on(log, log.seats[seat], is_told=is_told, now=now)
    elif is_told:
        tell(log, SEAT_LEFT, to=[seat], now=now)
    go_on_without(log, now=now)


def text_for(log: ReadOnlyLog, seat: int) -> str:
    """Return what the terms say if this seat leaves, `out` of two, scoring if only bots remain."""
    playing = log.course.playing
    if len(playing) <= 2:
        return OUT
    is_anybody_left = any(each != seat and not log.seats[each].is_bot for each in playing)
    return log.game.leaving if is_anybody_left else SCORE


def what_follows(log: ReadOnlyLog, seat: int) -> str:
    """Return what follows if this seat leaves now, in words; nothing in a game of two."""
    if not retires(log):
        return ""
    return consequence_sentence(text_for(log, seat), playing=len(log.course.playing))


def go_on_without(log: Log, *, now: datetime) -> None:
    """Bring the turn anew after a seat has left, or tell the end.

    Nobody waits alone for others: then seats that are offered go out as well.
    """
    course = log.course
    if course.outcome is None and len(course.playing) == 1:
        for vacant in sorted(course.vacant):
            _put_out(log, vacant, now=now)
    if course.outcome is not None:
        notice_end(log, now=now)
    elif course.ply != log.game.ply:
        notice_turn(log, now=now)  # the position is another: links to the one before are dead


def seats_due(now: datetime) -> QuerySet[Seat, int]:
    """Return the games of the seats that nobody has taken in time, the longest due first."""
    due = Seat.objects.filter(open_until__lte=now, game__status=Status.RUNNING)
    return due.order_by("open_until").values_list("game", flat=True)


def sweep_open_seats() -> int:
    """Return how many games were processed in which a seat was offered in vain."""
    now = timezone.now()
    return sum(_process_game(pk, now=now) for pk in list(dict.fromkeys(seats_due(now)[:BATCH])))


def _process_game(pk: int, *, now: datetime) -> int:
    return process_one_of_many(
        pk,
        lambda: _put_out_if_due(pk, now=now),
        failed="seat_cannot_be_put_out",
        broken="seat_of_a_broken_game_stays_open",
    )


@transaction.atomic
def _put_out_if_due(pk: int, *, now: datetime) -> bool:
    game = game_unless_locked(pk)
    if game is None:
        return False
    with writing(game.public_id, locked=game) as log:
        due = [seat for seat in log.seats if _is_due(log, seat, now=now)]
        if not due:
            return False
        for seat in due:
            _put_out(log, seat.number, now=now)
        go_on_without(log, now=now)
    return True


def _is_due(log: Log, seat: Seat, *, now: datetime) -> bool:
    is_offered = seat.number in log.course.vacant and log.course.outcome is None
    if not is_offered or log.course.stopped:  # operators look into the game: it stays as it is
        return False
    return seat.open_until is not None and seat.open_until <= now


def _put_out(log: Log, seat: int, *, now: datetime) -> None:
    if log.course.outcome is None:
        log.append(Kind.RETIRE, seat=seat, text=OUT, channel=Channel.CLOCK, time=now)
