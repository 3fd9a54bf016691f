"""Sends every waiting turn anew, with fresh links: after a leaked key all that is out are dead."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from duel.models import Notice, Seat, Status
from duel.notices.again import notice_resent, resent_mark
from duel.record.reading import locked_game

BATCH = 100
"""How many seats are read at a time; each is written in a transaction of its own."""


def seats_to_resend() -> QuerySet[Seat]:
    """Return the seats to move of people who get letters, in games that are not damaged."""
    return Seat.objects.filter(
        game__status=Status.RUNNING,
        game__is_damaged=False,
        number=F("game__to_move"),
        left_at=None,
        user__is_active=True,
        user__bot="",
    )


def count_to_resend() -> int:
    """Return how many turns would be sent anew now."""
    return sum(not _is_resent(seat) for seat in seats_to_resend().select_related("game"))


def resend_turns() -> Iterator[Seat]:
    """Send each waiting turn anew, once for each signing key; yield whose turn was sent.

    A run that was interrupted goes on with the next one, as what was sent is not sent again.
    """
    last = 0
    while keys := list(
        seats_to_resend().filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        for key in keys:
            seat = _resend(key)
            if seat is not None:
                yield seat
        last = keys[-1]


@transaction.atomic
def _resend(key: int) -> Seat | None:
    public_id = Seat.objects.values_list("game__public_id", flat=True).get(pk=key)
    game = locked_game(public_id)
    seat = seats_to_resend().select_related("user").filter(pk=key).first()
    if seat is None:  # somebody has moved meanwhile
        return None
    seat.game = game
    if _is_resent(seat) or not notice_resent(seat, now=timezone.now()):
        return None
    return seat


def _is_resent(seat: Seat) -> bool:
    """Return whether the present turn was sent anew with the present key."""
    sent = Notice.objects.filter(game=seat.game_id, seat=seat.number, ply=seat.game.ply)
    return sent.filter(key__contains=f":{resent_mark()}:").exists()
