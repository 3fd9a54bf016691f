"""Which games wait for a bot. By index: what it costs grows with these games, not with all."""

from datetime import datetime

from django.db.models import F, Q, QuerySet

from accounts.models import User
from duel.models import Seat


def games_for_bots(now: datetime) -> QuerySet[Seat, int]:
    """Return the primary keys of the games in which a bot may move now, the longest wait first.

    It may once the turn before is final: what can still be taken back is shown to no bot either.
    """
    # A handful, read beforehand: asked in one, the database may look through every seat.
    bots = list(User.objects.exclude(bot="").values_list("pk", flat=True))
    is_final = Q(game__unsent_seat=None) | Q(game__unsent_until__lte=now)
    is_own = Q(game__unsent_seat=F("number"))  # of whoever sat there before
    due = Seat.objects.filter(
        is_final | is_own, user__in=bots, is_to_move=True, game__is_damaged=False
    )
    return due.order_by("game__moved_at").values_list("game_id", flat=True)
