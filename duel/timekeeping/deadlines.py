"""Moves the deadlines that people see after an outage, or when all games got time.

The sweep of clocks calls it, for a bounded number of games at a time, so the games are never all
locked at once and the next sweep goes on. Only what is shown depends on it: whether time is up is
worked out from the log, the outages and what was added, when a game's alarm comes. An alarm that
comes too early sets the next. With quiet hours or free weekends a deadline moves by another time:
it is worked out anew. `clock_as_of` says which outages and gifts a deadline counts with already.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q

from duel.models import AddedTime, Game, Outage, Seat, Status
from mail.models import Sweep

logger = structlog.get_logger(__name__)

DONE = "outages"
"""The sweep's row of this name has the moment of the last shift in all deadlines."""

BATCH = 1000
_QUIET = Seat.objects.filter(game=OuterRef("pk"), is_to_move=True, clock_quiet_from__isnull=False)
_IS_EVEN = ExpressionWrapper(~Exists(_QUIET) & Q(free_weekends=False), BooleanField())
"""Without quiet hours and weekends a deadline moves by as much as the time does."""

SECONDS = 30
"""How long one sweep goes on; the next one does the rest."""


@dataclass(frozen=True)
class _Shift:
    """By how much deadlines move that were worked out before a moment, and which of them."""

    moment: datetime
    by: timedelta
    concerned: Q
    is_gap: bool = False
    """Whether it is an outage, which lasted a while; a gift is made at a moment."""

    def fits(self, clock_as_of: datetime | None) -> bool:
        """Return whether all of it counts: a clock started during an outage gets less back."""
        return not self.is_gap or clock_as_of is None or clock_as_of <= self.moment - self.by


def move_deadlines() -> int:
    """Return how many deadlines were moved by outages and gifts that they did not count."""
    done = Sweep.objects.filter(name=DONE).first()
    give_up_at = monotonic() + SECONDS
    moved = 0
    for shift in _shifts(after=done.ran_at if done else None):
        if shift.is_gap:
            _look_again_at_banks(shift)
        after: int | None = 0
        while after is not None:
            if monotonic() > give_up_at:
                return moved
            after, count = _move_batch(shift, after=after)
            moved += count
        Sweep.objects.update_or_create(name=DONE, defaults={"ran_at": shift.moment})
        logger.warning("deadlines_moved", since=shift.moment.isoformat(), games=moved)
    return moved


def _shifts(*, after: datetime | None) -> list[_Shift]:
    """Return what came after a moment, or ever, in the order in which it came."""
    outages, gifts = Outage.objects.all(), AddedTime.objects.all()
    if after is not None:
        outages, gifts = outages.filter(ended_at__gt=after), gifts.filter(given_at__gt=after)
    return sorted(
        [
            *(
                _Shift(each.ended_at, _gap(each), Q(deadline__gt=each.began_at), is_gap=True)
                for each in outages
            ),
            *(
                _Shift(each.given_at, timedelta(seconds=each.seconds), Q(deadline__isnull=False))
                for each in gifts
            ),
        ],
        key=lambda shift: shift.moment,
    )


def _gap(outage: Outage) -> timedelta:
    """Return how much of it no other gives back: a machine's clock may pass an hour twice."""
    others = Outage.objects.exclude(pk=outage.pk).filter(ended_at__lte=outage.ended_at)
    last = others.order_by("-ended_at").values_list("ended_at", flat=True)[:1]
    return outage.ended_at - max([outage.began_at, *last])


def _look_again_at_banks(shift: _Shift) -> None:
    """Have the next sweep work out the banks of players who moved while no sweep ran."""
    moved = Game.objects.filter(status=Status.RUNNING, alarm_at__gt=shift.moment)
    moved = moved.filter(moved_at__gt=shift.moment - shift.by, moved_at__lt=shift.moment)
    moved.filter(Q(bank__gt=0) | Q(increment__gt=0)).update(alarm_at=shift.moment)


@transaction.atomic
def _move_batch(shift: _Shift, *, after: int) -> tuple[int | None, int]:
    """Return the last game processed (None: the end) and how many moved; locked in order."""
    does_not_know = Q(clock_as_of__lt=shift.moment) | Q(clock_as_of__isnull=True)
    concerned = Game.objects.filter(
        does_not_know,
        shift.concerned,
        status=Status.RUNNING,
        pk__gt=after,
        alarm_at__isnull=False,  # who is out of time stays so
    )
    locked = concerned.order_by("pk").select_for_update(no_key=True)
    seen = list(
        locked.annotate(is_even=_IS_EVEN).values_list("pk", "clock_as_of", "is_even")[:BATCH]
    )
    moving = [pk for pk, as_of, is_even in seen if is_even and shift.fits(as_of)]
    Game.objects.filter(pk__in=moving).update(
        deadline=F("deadline") + shift.by, clock_as_of=shift.moment
    )
    # The next sweep works these out one by one, as it does whenever an alarm comes too early.
    others = sorted({pk for pk, *_ in seen} - set(moving))
    Game.objects.filter(pk__in=others).update(alarm_at=shift.moment, clock_as_of=shift.moment)
    return (seen[-1][0] if len(seen) == BATCH else None), len(moving)
