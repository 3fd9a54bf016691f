"""After an outage: the deadlines that people see follow, a bounded number of games at a time.

Nothing hangs on it but what is shown. Whether time is up is worked out from the log and the outages
when a game's alarm comes, and alarms stay where they are: one that comes too early sets the next.
So the games are never all locked at once, and whoever is stopped half-way goes on with the next
sweep. `clock_as_of` tells which deadlines know of an outage already, and keeps it from being
given back twice.
"""

from datetime import timedelta
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import F, Q

from duel.models import Game, Outage, Status
from mail.models import Sweep

logger = structlog.get_logger(__name__)

DONE = "outages"
"""The sweep's row of this name holds the end of the last outage that all deadlines know of."""

BATCH = 1000
SECONDS = 30
"""For so long one sweep goes on; the next one does the rest."""


def move_deadlines() -> int:
    """Return how many deadlines have moved by outages that they did not know of."""
    done = Sweep.objects.filter(name=DONE).first()
    outages = Outage.objects.filter(ended_at__gt=done.ran_at) if done else Outage.objects.all()
    give_up_at = monotonic() + SECONDS
    moved = 0
    for outage in outages.order_by("ended_at"):
        after: int | None = 0
        gap = _gap(outage)
        while after is not None:
            if monotonic() > give_up_at:
                return moved
            after, count = _move_batch(outage, gap, after=after)
            moved += count
        Sweep.objects.update_or_create(name=DONE, defaults={"ran_at": outage.ended_at})
        logger.warning("deadlines_moved", outage=outage.pk, games=moved)
    return moved


def _gap(outage: Outage) -> timedelta:
    """Return how much of it no other gives back: a machine's clock may jump over an hour twice."""
    others = Outage.objects.exclude(pk=outage.pk).filter(ended_at__lte=outage.ended_at)
    last = others.order_by("-ended_at").values_list("ended_at", flat=True)[:1]
    return outage.ended_at - max([outage.began_at, *last])


@transaction.atomic
def _move_batch(outage: Outage, gap: timedelta, *, after: int) -> tuple[int | None, int]:
    """Return the last game that was seen to, or None if there are no more, and how many moved.

    Locked in the order in which everybody else locks several games.
    """
    does_not_know = Q(clock_as_of__lt=outage.ended_at) | Q(clock_as_of__isnull=True)
    concerned = Game.objects.filter(
        does_not_know,
        status=Status.RUNNING,
        pk__gt=after,
        deadline__gt=outage.began_at,
        alarm_at__isnull=False,  # who is out of time stays so
    )
    locked = concerned.order_by("pk").select_for_update(no_key=True)
    pks = list(locked.values_list("pk", flat=True)[:BATCH])
    Game.objects.filter(pk__in=pks).update(
        deadline=F("deadline") + gap, clock_as_of=outage.ended_at
    )
    return (pks[-1] if len(pks) == BATCH else None), len(pks)
