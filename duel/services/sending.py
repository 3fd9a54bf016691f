"""The wait of the opponent's letter, during which a turn can be taken back."""

from datetime import datetime

from django.utils import timezone

from duel.log import writing
from duel.models import Game, Notice
from duel.notices import YOUR_TURN


def can_unsend_until(game: Game, seat: int) -> datetime | None:
    """Return until when the seat can take back the turn it just made, or None if it cannot."""
    if game.to_move in (None, seat):
        return None
    waiting = Notice.objects.filter(
        game=game,
        kind=YOUR_TURN,
        ply=game.ply,
        cancelled_at__isnull=True,
        not_before__gt=timezone.now(),
    )
    return waiting.values_list("not_before", flat=True).first()


def send_now(*, public_id: str, seat: int, expected_ply: int) -> None:
    """Let the opponent's letter leave at once; the turn can no longer be taken back."""
    now = timezone.now()
    with writing(public_id) as log:
        log.person_in(seat)
        if log.course.ply == expected_ply and log.course.position.to_move != seat:
            Notice.objects.filter(
                game=log.game, kind=YOUR_TURN, ply=expected_ply, not_before__gt=now
            ).update(not_before=now)
