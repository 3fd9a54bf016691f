"""A person's own clock: quiet hours, and the time of the daily letter."""

from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

LONGEST_QUIET = 12 * 60 * 60
"""Seconds a day that may be quiet: somebody else is waiting for the move."""

A_DAY = timedelta(days=1)


class Clock(Protocol):
    """Whoever has wishes about the time of day; `accounts.models.User` is one."""

    time_zone: str
    quiet_from: time | None
    quiet_to: time | None
    digest_at: time


def quiet_length(begin: time, end: time) -> timedelta:
    """Return how long it is from one time of day to the other, past midnight if need be."""
    day = date(2000, 1, 1)
    return (datetime.combine(day, end) - datetime.combine(day, begin)) % A_DAY


def quiet_until(person: Clock, *, now: datetime) -> datetime | None:
    """Return when the quiet hours end that the person is in, or None if letters may come now."""
    begin, end = person.quiet_from, person.quiet_to
    if begin is None or end is None:
        return None
    local = now.astimezone(ZoneInfo(person.time_zone)).time()
    is_quiet = begin <= local < end if begin < end else local >= begin or local < end
    return _next(end, person.time_zone, now=now) if is_quiet else None


def next_digest(person: Clock, *, now: datetime) -> datetime:
    """Return when the person's next daily letter is due."""
    return _next(person.digest_at, person.time_zone, now=now)


def _next(when: time, time_zone: str, *, now: datetime) -> datetime:
    """Return the first moment after now at which the clock of that zone shows this time.

    In the night in which clocks are put forward a time may not exist: then it is the moment at
    which it would have come with the old clock.
    """
    zone = ZoneInfo(time_zone)
    today = now.astimezone(zone).date()
    moments = (
        datetime.combine(today + A_DAY * n, when, zone).astimezone(now.tzinfo) for n in range(3)
    )
    return next(moment for moment in moments if moment > now)
