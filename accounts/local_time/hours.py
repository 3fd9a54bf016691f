"""A person's own clock: quiet hours, and the time of the daily letter."""

from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

LONGEST_QUIET = 12 * 60 * 60
"""Seconds a day that may be quiet: somebody else is waiting for the move."""

A_DAY = timedelta(days=1)


class Quiet(Protocol):
    """Somebody who wants no letters at some hours, such as `accounts.models.User`."""

    @property
    def time_zone(self) -> str:
        """The zone of the hours."""

    @property
    def quiet_from(self) -> time | None:
        """When it becomes quiet, or None: never."""

    @property
    def quiet_to(self) -> time | None:
        """When that is over."""


class Clock(Quiet, Protocol):
    """Somebody who also chooses the time of the daily letter."""

    digest_at: time


def quiet_length(begin: time, end: time) -> timedelta:
    """Return how long it is from one time of day to the other, past midnight if need be."""
    day = date(2000, 1, 1)
    return (datetime.combine(day, end) - datetime.combine(day, begin)) % A_DAY


def quiet_until(person: Quiet, *, now: datetime) -> datetime | None:
    """Return when the quiet hours end that the person is in, or None if letters may come now."""
    begin, end = person.quiet_from, person.quiet_to
    if begin is None or end is None:
        return None
    local = now.astimezone(ZoneInfo(person.time_zone))
    shown = local.time()
    is_quiet = begin <= shown < end if begin < end else shown >= begin or shown < end
    if not is_quiet:
        return None
    # In the night in which clocks are put back they may show the end twice: both count.
    again = datetime.combine(local, end, local.tzinfo).replace(fold=1).astimezone(now.tzinfo)
    return again if local.fold and again > now else _next(end, person.time_zone, now=now)


def quiet_since(person: Quiet, *, now: datetime) -> datetime:
    """Return when the quiet hours began that the person is in; now, if there are none."""
    if person.quiet_from is None or quiet_until(person, now=now) is None:
        return now
    zone = ZoneInfo(person.time_zone)
    today = now.astimezone(zone).date()
    begins = (
        datetime.combine(today - A_DAY * n, person.quiet_from, zone).astimezone(now.tzinfo)
        for n in range(3)
    )
    return next(begin for begin in begins if begin <= now)


def next_digest(person: Clock, *, now: datetime) -> datetime:
    """Return when the person's next daily letter is due."""
    return _next(person.digest_at, person.time_zone, now=now)


def _next(when: time, time_zone: str, *, now: datetime) -> datetime:
    """Return the next moment at which the clock of that zone shows this time."""
    # When clocks are put forward this time may not exist: then the old clock counts.
    zone = ZoneInfo(time_zone)
    today = now.astimezone(zone).date()
    moments = (
        datetime.combine(today + A_DAY * n, when, zone).astimezone(now.tzinfo) for n in range(3)
    )
    return next(moment for moment in moments if moment > now)
