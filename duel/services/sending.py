"""The wait of the opponent's letter, during which a turn can be taken back."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from duel.log import Log, writing
from duel.models import Game, Notice, Seat
from duel.models.notice import YOUR_TURN
from duel.posting import hasten_letters, letters_wait


def can_unsend_until(game: Game, seat: int) -> datetime | None:
    """Return until when the seat can take back the turn it just made, or None if it cannot."""
    if game.to_move in (None, seat) or was_seen(game, from_ply=game.ply, by_others_than=seat):
        return None
    waiting = waiting_notices(game, ply=game.ply, now=timezone.now())
    until = waiting.values_list("not_before", flat=True).first()
    return until if until and letters_wait(waiting) else None


def send_now(*, public_id: str, seat: int, expected_ply: int) -> None:
    """Let the opponent's letter leave at once; the turn can no longer be taken back."""
    with writing(public_id) as log:
        log.person_in(seat)
        if log.course.ply == expected_ply and log.course.position.to_move != seat:
            end_wait(log)


def end_wait(log: Log) -> None:
    """Let the last turn stand for good, as whoever is to move is told of it now."""
    now = timezone.now()
    waiting = waiting_notices(log.game, ply=log.course.ply, now=now)
    hasten_letters(waiting)
    waiting.update(not_before=now)


def waiting_notices(game: Game, *, ply: int, now: datetime) -> QuerySet[Notice]:
    """Return the notice that the turn has passed at this ply, while its letter has to wait."""
    return Notice.objects.filter(
        game=game, kind=YOUR_TURN, ply=ply, cancelled_at__isnull=True, not_before__gt=now
    )


def was_seen(game: Game, *, from_ply: int, by_others_than: int) -> bool:
    """Return whether a page has shown another seat the game at this ply or later."""
    others = Seat.objects.filter(game=game).exclude(number=by_others_than)
    return others.filter(seen_ply__gte=from_ply).exists()
