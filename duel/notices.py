"""Which notices an act calls for. They are written in the same transaction as the act.

At every ply of a running game there is one for the seat to move, so that no game ever waits for
somebody whom no letter will reach: `your-turn` when the turn has passed to them, `turn-goes-on`
when they are in the middle of their own.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from duel.clocks.keeping import deadline_mark
from duel.invitations import INVITATION, post_invitations
from duel.log import Log
from duel.models import Game, Notice
from duel.models.notice import REMINDER, YOUR_TURN, notice_key
from duel.posting import call_off_letters, post_letters

TURN_GOES_ON = "turn-goes-on"
OFFER = "offer"
OFFER_DECLINED = "offer-declined"
GAME_OVER = "game-over"
TIME_IS_UP = "time-is-up"
TIME_GIVEN = "time-given"
GOES_ON_AFTER = timedelta(minutes=10)
"""How long somebody may pause within a turn before a letter brings the rest of it."""


def notice_turn(log: Log, *, now: datetime, not_before: datetime | None = None) -> None:
    """Tell the seat to move that the turn has passed to it."""
    _tell_mover(log, kind=YOUR_TURN, now=now, not_before=not_before)


def notice_goes_on(log: Log, *, now: datetime) -> None:
    """Remind the seat to move, if it makes a long pause, that its turn goes on."""
    _tell_mover(log, kind=TURN_GOES_ON, now=now, not_before=now + GOES_ON_AFTER)


def notice_end(log: Log, *, now: datetime) -> None:
    """Tell every seat that the game is over."""
    seats = [seat.number for seat in log.seats]
    ply, mark = log.course.ply, len(log.entries)
    notices = _write(log.game, seats, kind=GAME_OVER, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_offer(log: Log, *, to: Iterable[int], kind: str, now: datetime) -> None:
    """Tell seats of an offer or of the answer to one."""
    ply, mark = log.course.ply, len(log.entries)
    post_letters(_write(log.game, to, kind=kind, ply=ply, mark=mark, now=now), log.seats)


def notice_reminder(log: Log, *, deadline: datetime, now: datetime) -> None:
    """Remind the seat to move of its deadline, once for each that it has had."""
    seat, ply, mark = log.chronicle.turn.seat, log.course.ply, deadline_mark(deadline)
    notices = _write(log.game, [seat], kind=REMINDER, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_time_is_up(log: Log, *, now: datetime) -> None:
    """Tell the others that the seat to move is out of time, and what they can do about it."""
    late, ply, mark = log.chronicle.turn.seat, log.course.ply, len(log.entries)
    others = [seat.number for seat in log.seats if seat.number != late]
    notices = _write(log.game, others, kind=TIME_IS_UP, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_time_given(log: Log, *, to: int, now: datetime) -> None:
    """Tell a seat that it has been given time."""
    ply, mark = log.course.ply, len(log.entries)
    notices = _write(log.game, [to], kind=TIME_GIVEN, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_invitations(game: Game, *, to: Iterable[int], now: datetime) -> None:
    """Tell seats that they are invited."""
    post_invitations(_write(game, to, kind=INVITATION, ply=0, mark=0, now=now))


def cancel_turn_notices(log: Log, *, after_ply: int, now: datetime) -> None:
    """Call off what was to be told about plies that were taken back."""
    notices = _standing(log.game, YOUR_TURN, TURN_GOES_ON).filter(ply__gt=after_ply)
    call_off_letters(notices)
    notices.update(cancelled_at=now)


def cancel_invitations(game: Game, *, now: datetime) -> None:
    """Call off invitations to a game that will not begin."""
    _standing(game, INVITATION).update(cancelled_at=now)


def _tell_mover(log: Log, *, kind: str, now: datetime, not_before: datetime | None) -> None:
    seat = log.course.position.to_move
    if seat is not None and log.course.outcome is None:
        ply = log.course.ply
        # The game has gone on: what still waits to be told of an earlier ply is no longer true.
        earlier = _standing(log.game, YOUR_TURN, TURN_GOES_ON).filter(ply__lt=ply)
        waiting = earlier.filter(not_before__gt=now)
        if call_off_letters(waiting):
            waiting.update(cancelled_at=now)
        notices = _write(
            log.game, [seat], kind=kind, ply=ply, mark=ply, now=now, not_before=not_before
        )
        post_letters(notices, log.seats)


def _write(
    game: Game,
    seats: Iterable[int],
    *,
    kind: str,
    ply: int,
    mark: int,
    now: datetime,
    not_before: datetime | None = None,
) -> list[Notice]:
    """Return the notices, written once; `mark` is the ply or, if that stays as it is, the seq."""
    notices = [
        Notice(
            game=game,
            seat=seat,
            kind=kind,
            ply=ply,
            key=notice_key(game.public_id, seat, kind, mark),
            created_at=now,
            not_before=not_before,
        )
        for seat in seats
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    return list(Notice.objects.filter(key__in=[notice.key for notice in notices]))


def _standing(game: Game, *kinds: str) -> QuerySet[Notice]:
    return Notice.objects.filter(game=game, kind__in=kinds, cancelled_at__isnull=True)
