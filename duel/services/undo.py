"""Taking a turn back: at once while nobody was told of it, later by asking."""

from datetime import datetime

from django.utils import timezone

from duel.errors import CannotTakeBack, Stale
from duel.log import Log, refuse_if_over, writing
from duel.models import Notice
from duel.notices import cancel_turn_notices
from duel.services.offers import write_offer
from duel.story import events_since
from engine.errors import Illegal
from engine.kinds import Kind


def unsend(*, public_id: str, seat: int, expected_ply: int, channel: str) -> int:
    """Return the new ply after taking back one's own last turn, or what there is of it so far.

    Possible until the opponent's letter leaves, and never across something that was turned up.
    The letter is called off with it.
    """
    now = timezone.now()
    with writing(public_id) as log:
        _refuse_unless_at(log, expected_ply, seat)
        if log.course.position.to_move != seat and not _letter_waits(log, now):
            raise CannotTakeBack
        return take_back(log, seat, _start_of_last_turn(log, seat), channel=channel, now=now)


def ask_for_undo(*, public_id: str, seat: int, expected_ply: int, channel: str) -> str:
    """Return the terms of the offer by which the others are asked to let the last turn go."""
    now = timezone.now()
    with writing(public_id) as log:
        _refuse_unless_at(log, expected_ply, seat)
        terms = f"undo {_start_of_last_turn(log, seat)}"
        try:
            log.course.check_undo(seat, int(terms.removeprefix("undo ")))
        except Illegal as error:
            raise CannotTakeBack from error
        write_offer(log, seat, terms, channel=channel, now=now)
    return terms


def take_back(log: Log, seat: int, to_ply: int, *, channel: str, now: datetime) -> int:
    """Return the new ply after the seat's moves since `to_ply` were taken back."""
    try:
        log.append(
            Kind.UNDO,
            seat=seat,
            person=log.seats[seat].person,
            text=str(to_ply),
            channel=channel,
            time=now,
        )
    except Illegal as error:
        raise CannotTakeBack from error
    cancel_turn_notices(log, after_ply=to_ply, now=now)
    return log.course.ply


def _refuse_unless_at(log: Log, expected_ply: int, seat: int) -> None:
    refuse_if_over(log)
    if log.course.ply != expected_ply:
        raise Stale(events_since(log, expected_ply, seat))


def _start_of_last_turn(log: Log, seat: int) -> int:
    try:
        return log.course.start_of_last_turn(seat)
    except Illegal as error:
        raise CannotTakeBack from error


def _letter_waits(log: Log, now: datetime) -> bool:
    return Notice.objects.filter(
        game=log.game,
        kind="your-turn",
        ply=log.course.ply,
        cancelled_at__isnull=True,
        not_before__gt=now,
    ).exists()
