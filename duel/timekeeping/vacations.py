"""Plans and ends vacations, none in the past, and counts days left; pages and replies call it."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from duel.clocks.turn_clock import NOTHING
from duel.errors import BadVacation, TooMuchVacation, VacationsOverlap
from duel.integrity.divergences import leaving_broken_games
from duel.models import Game, Status, Vacation
from duel.record.log import writing

FURTHEST = timedelta(days=2 * 365)
"""How far ahead the last day may be."""


def plan_days_off(*, user: User, first: date, last: date) -> Vacation:
    """Return the vacation from one day to the other, by the person's own calendar, planned."""
    zone = ZoneInfo(user.time_zone)
    today = timezone.now().astimezone(zone).date()
    # Asked before anything is added to them: the last day of the calendar has no next one.
    if not today <= first <= last <= today + FURTHEST:
        raise BadVacation
    return plan_vacation(
        user=user,
        begins_at=datetime.combine(first, time(0), zone),
        ends_at=datetime.combine(last + timedelta(days=1), time(0), zone),
    )


@transaction.atomic
def plan_vacation(*, user: User, begins_at: datetime, ends_at: datetime) -> Vacation:
    """Return the vacation, planned; one that is to begin by now begins now."""
    now = timezone.now()
    begins_at = max(begins_at, now)
    if ends_at <= begins_at:
        raise BadVacation
    person = User.objects.select_for_update().get(pk=user.pk)
    theirs = Vacation.objects.filter(user=person)
    if theirs.filter(begins_at__lt=ends_at, ends_at__gt=begins_at).exists():
        raise VacationsOverlap
    taken = list(theirs.values_list("begins_at", "ends_at"))
    if allowance(person.joined_at, [*taken, (begins_at, ends_at)], at=now) < NOTHING:
        raise TooMuchVacation
    vacation = Vacation.objects.create(user=person, begins_at=begins_at, ends_at=ends_at)
    set_clocks(person)
    return vacation


@transaction.atomic
def end_vacation(*, user: User, pk: int) -> None:
    """End a vacation that has begun now, or delete one that has not."""
    now = timezone.now()
    person = User.objects.select_for_update().get(pk=user.pk)
    theirs = Vacation.objects.filter(user=person, pk=pk)
    theirs.filter(begins_at__gte=now).delete()
    theirs.filter(begins_at__lt=now, ends_at__gt=now).update(ends_at=now)
    set_clocks(person)


def set_clocks(person: User) -> None:
    """Bring the clocks of the turns that this person has to make up to date."""
    theirs = Q(seats__user=person, seats__is_to_move=True)
    games = Game.objects.filter(theirs, status=Status.RUNNING).order_by("pk")
    # Always in the same order, so that two calls at once do not wait for each other.
    for public_id in games.values_list("public_id", flat=True):
        with leaving_broken_games(), writing(public_id, always_derive=True):
            pass


AT_FIRST = timedelta(days=10)
A_YEAR = timedelta(days=365)
PER_YEAR = timedelta(days=30)
MOST = timedelta(days=30)
"""More is never saved up."""


def allowance(
    joined_at: datetime, vacations: Iterable[tuple[datetime, datetime]], *, at: datetime
) -> timedelta:
    """Return what is left once all vacations, planned ones too, are taken; may be negative."""
    saved, since = AT_FIRST, joined_at
    least: timedelta | None = None
    for begin, end in sorted(vacations):
        if begin > at and least is None:
            least = _accrue(saved, at - since)
        saved = _accrue(saved, begin - since) - (end - begin)
        since = begin
        if least is not None:
            least = min(least, saved)
        elif saved < NOTHING:
            return saved
    return _accrue(saved, at - since) if least is None else least


def _accrue(saved: timedelta, passed: timedelta) -> timedelta:
    return max(saved, min(MOST, saved + PER_YEAR * (max(NOTHING, passed) / A_YEAR)))
