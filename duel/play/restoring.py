"""After a restore: no link that is out opens anything, and whoever is to move is written to anew.

What was signed after the backup was made is for games that went on otherwise; what was signed
before may have been revoked since, and the backup does not know it.
"""

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from accounts.services.leaving import forget_what_was_signed, next_epoch
from duel.models import Seat, Status
from duel.notices.again import notice_new_links
from duel.record.reading import locked_game


@transaction.atomic
def renew_after_restore() -> int:
    """Return how many seats get the letter with their turn anew; all that was signed is dead."""
    forget_what_was_signed()
    latest = Seat.objects.aggregate(latest=Max("link_epoch"))["latest"] or 0
    Seat.objects.update(link_epoch=next_epoch(latest))
    to_move = Seat.objects.select_related("game", "user").filter(
        game__status=Status.RUNNING, number=F("game__to_move"), user__isnull=False
    )
    for seat in to_move.order_by("game"):
        seat.game = locked_game(seat.game.public_id)
        notice_new_links(seat, now=timezone.now())
    return len(to_move)
