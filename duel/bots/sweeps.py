"""The sweep over all games that wait for a bot; tasks of Celery call it.

Any number of processes may sweep at once: each goes through the games in an order of its own, and
a move that two have chosen is played once.
"""

import random
import time
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from duel.bots.playing import play_for_bots
from duel.errors import BrokenGame
from duel.integrity.sweep_guard import NO_FAULT_OF_THE_GAME, process_one_of_many
from duel.models import Seat

logger = structlog.get_logger(__name__)

BATCH = 50
"""So many games, of those that have waited longest, are mixed among processes."""

SECONDS = 5.0
"""How long one sweep goes on, so that calls in the meantime need not wait for it."""

ASIDE_SECONDS = 60.0
"""How long sweeps leave a game alone that has failed, so that others get their turns."""

_aside: dict[int, float] = {}
"""Such games, as this process knows them, each with the moment until which that is so."""


def sweep_bots(*, first: int | None = None) -> int:
    """Return how many moves were made until the time was up; the next sweep does the rest.

    The game `first` comes first. Each call plays in all games, so it does not matter how many calls
    wait in the queue, or which of them is answered.
    """
    give_up_at = time.monotonic() + SECONDS
    made = process_game(first) if first is not None else 0
    left_alone = {pk for pk, until in _aside.items() if until > time.monotonic()}
    while time.monotonic() < give_up_at:
        batch = list(games_for_bots(timezone.now()).exclude(game__in=left_alone)[:BATCH])
        if not batch:
            break
        random.shuffle(batch)  # so that two processes rarely do the same
        for pk in batch:
            left_alone.add(pk)
            made += process_game(pk)
            if time.monotonic() >= give_up_at:
                break
    return made


def process_game(pk: int) -> int:
    """Return how many moves bots have made in this game; a fault of it is logged, and passes.

    Operators find a broken record among the damages, and any other game in which a bot does not
    move among those that are stuck.
    """

    def set_aside(_: BrokenGame | None) -> None:
        _aside[pk] = time.monotonic() + ASIDE_SECONDS

    return process_one_of_many(
        pk,
        lambda: play_for_bots(pk),
        failed="bot_cannot_move",
        broken="bot_in_a_broken_game",
        set_aside=set_aside,
        passes=(*NO_FAULT_OF_THE_GAME, OperationalError, InterfaceError),  # the database is away
    )


def games_for_bots(now: datetime) -> QuerySet[Seat, int]:
    """Return the keys of the games in which a bot may move now, the longest wait first.

    What can still be taken back is shown to no bot either.
    """
    # A handful, read beforehand: asked in one, the database may look through every seat.
    bots = list(User.objects.exclude(bot="").values_list("pk", flat=True))
    is_final = Q(game__unsent_seat=None) | Q(game__unsent_until__lte=now)
    is_own = Q(game__unsent_seat=F("number"))  # of the player who sat there before
    due = Seat.objects.filter(
        is_final | is_own, user__in=bots, is_to_move=True, game__is_damaged=False
    )
    return due.order_by("game__moved_at").values_list("game_id", flat=True)
