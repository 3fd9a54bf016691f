"""The wait of a turn that can be taken back, until it is final."""

from datetime import datetime

from django.utils import timezone

from accounts.models import User
from duel.models import AnyGame, Notice
from duel.models.notice import YOUR_TURN
from duel.notices.intents import hasten_letters
from duel.record.finality import can_take_back, final_at, is_waiting
from duel.record.log import Log, snapshot_of, writing
from duel.record.selectors import Snapshot


def can_unsend_until(game: AnyGame, seat: int) -> datetime | None:
    """Return until when the seat can take back the turn it just made, or None if it cannot."""
    return final_at(game) if can_take_back(game, seat) else None


def send_now(*, public_id: str, seat: int, expected_ply: int) -> None:
    """Let the opponent's letter leave at once; the turn can no longer be taken back."""
    with writing(public_id) as log:
        log.person_in(seat)
        if log.course.ply == expected_ply and can_unsend_until(log.game, seat) is not None:
            end_wait(log)


def settle_turn_of(reader: User, *, public_id: str) -> tuple[int, Snapshot] | None:
    """Return the seat in which this person is to move, and what was read of the game.

    The turn before it can no longer be taken back: its reader is told of it now. None if nothing
    waits for them there.
    """
    with writing(public_id) as log:
        mover = log.course.position.to_move
        if log.course.outcome is not None or mover is None or mover in log.left_at:
            return None
        if log.seats[mover].user != reader:
            return None
        if log.game.unsent_seat != mover:
            end_wait(log)
    return mover, snapshot_of(log)


def end_wait(log: Log) -> None:
    """Let the last turn be final, as whoever is to move is told of it now.

    So is whatever is written along with this, and nothing of it can be taken back.
    """
    log.is_final_at_once = True
    if not is_waiting(log.game):
        return
    log.game.unsent_until = now = timezone.now()
    waiting = Notice.objects.filter(
        game=log.game,
        kind=YOUR_TURN,
        ply=log.course.ply,
        cancelled_at__isnull=True,
        not_before__gt=now,
    )
    hasten_letters(waiting)
    waiting.update(not_before=now)
