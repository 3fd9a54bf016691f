"""Letters that are said to have come back, though nobody but their reader may have said so.

A report by mail stops no clock (`mail.reports.evidence`). Only when the time of the turn is up, and
its player has given no sign of life since, the turn gets one day more, once in a game: so whoever
writes such reports gains nothing by coming back earlier, and never more than that day.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from duel.record.log import Log
from duel.timekeeping.clocks import has_been_here
from engine.kinds import Kind
from mail.models import Suppression
from mail.reports.evidence import is_refused_too_often, is_witnessed
from mail.reports.suppression import suppression_of

CHANNEL = "returned"
"""The channel of entries that give this day."""

GIVEN = timedelta(hours=24)

NOT_IN_LAST = timedelta(hours=12)
"""A report that comes later than so long before the end gives nothing."""


def may_stop_clocks(address: str) -> bool:
    """Return whether a letter that did not reach the address stops the clock of its turn."""
    row = suppression_of(address)
    if row is None:
        return True  # we could not send it ourselves
    return is_witnessed(row) and not is_refused_too_often(address, now=timezone.now())


def give_last_day(log: Log, *, deadline: datetime, now: datetime) -> bool:
    """Return whether the seat to move was given a day more, as letters are said to come back."""
    turn = log.history.turn
    seat = log.seats[turn.seat]
    row = suppression_of(seat.user.email) if seat.user else None
    if row is None or row.reason != Suppression.Reason.BOUNCED or is_witnessed(row):
        return False
    if row.since > deadline - NOT_IN_LAST or was_given(log, seat.number):
        return False
    if has_been_here(log, seat.number, since=max(row.since, turn.since)):
        return False
    seconds = str(int(GIVEN.total_seconds()))
    log.append(Kind.EXTEND, seat=seat.number, person=None, text=seconds, channel=CHANNEL, time=now)
    return True


def was_given(log: Log, seat: int) -> bool:
    """Return whether the seat has had its day in this game."""
    return any(
        (entry.kind, entry.channel, entry.seat) == (Kind.EXTEND, CHANNEL, seat)
        for entry in log.entries
    )
