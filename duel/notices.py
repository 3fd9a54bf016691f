"""Which notices an act calls for. They are written in the same transaction as the act."""

from datetime import datetime

from duel.log import Log
from duel.models import Notice


def notice_turn(log: Log, *, now: datetime, not_before: datetime | None = None) -> None:
    """Tell the seat to move that it is its turn."""
    seat = log.course.position.to_move
    if seat is not None and log.course.outcome is None:
        _write(log, seat=seat, kind="your-turn", mark=log.course.ply, now=now, until=not_before)


def notice_end(log: Log, *, now: datetime) -> None:
    """Tell every seat that the game is over."""
    for seat in log.seats:
        _write(log, seat=seat.number, kind="game-over", mark=len(log.entries), now=now)


def notice_offer(log: Log, *, to: int, kind: str, now: datetime) -> None:
    """Tell a seat of an offer or of the answer to one."""
    _write(log, seat=to, kind=kind, mark=len(log.entries), now=now)


def cancel_turn_notices(log: Log, *, after_ply: int, now: datetime) -> None:
    """Call off what was to be told about plies that were taken back."""
    Notice.objects.filter(
        game=log.game, kind="your-turn", ply__gt=after_ply, cancelled_at__isnull=True
    ).update(cancelled_at=now)


def _write(
    log: Log, *, seat: int, kind: str, mark: int, now: datetime, until: datetime | None = None
) -> None:
    """Write a notice once; `mark` is the ply or, for what leaves the ply alone, the seq."""
    Notice.objects.get_or_create(
        key=f"{log.game.public_id}:{seat}:{kind}:{mark}",
        defaults={
            "game": log.game,
            "seat": seat,
            "kind": kind,
            "ply": log.course.ply,
            "created_at": now,
            "not_before": until,
        },
    )
