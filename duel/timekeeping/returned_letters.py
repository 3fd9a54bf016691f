"""Deals with letters that came back, and with players who can be reached again.

Sweeps and `duel.receivers` call it. The reader of a letter may have written the report that it
came back, so a report by mail stops no clock (`mail.reports.evidence`). Only when the time of the
turn is up, and its player has given no sign of life since, the turn gets one more day, once in a
game: a player who writes such reports never gains more than that.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from duel.integrity.divergences import leaving_broken_games
from duel.models import Game, LogEntry, Status
from duel.notices.resending import Reason, notice_again
from duel.record.log import Log, writing
from duel.timekeeping.clocks import go_on, has_been_here
from engine.kinds import Channel, Kind
from mail.models import Suppression
from mail.reports.evidence import is_refused_too_often, is_witnessed
from mail.reports.suppression import suppression_of

GIVEN = timedelta(hours=24)

NOT_IN_LAST = timedelta(hours=12)
"""A report within this time before the end gives nothing."""


def may_stop_clocks(address: str) -> bool:
    """Return whether a letter that did not reach the address stops the clock of its turn."""
    row = suppression_of(address)
    if row is None:
        return True  # we could not send it ourselves
    return is_witnessed(row) and not is_refused_too_often(address, now=timezone.now())


def give_last_day(log: Log, *, deadline: datetime, now: datetime) -> bool:
    """Return whether the seat to move was given a day more for letters reported lost."""
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
    log.append(Kind.EXTEND, seat=seat.number, text=seconds, channel=Channel.RETURNED, time=now)
    return True


def was_given(log: Log, seat: int) -> bool:
    """Return whether the seat has had its day in this game."""
    return any(
        (entry.kind, entry.channel, entry.seat) == (Kind.EXTEND, Channel.RETURNED, seat)
        for entry in log.entries
    )


def bring_lost_turns(person: User) -> None:
    """Bring the person each turn whose letter came back; clocks go on as those letters leave."""
    for public_id in _stopped_games(person):
        with leaving_broken_games(), writing(public_id) as log:
            if _came_back(log, person):
                _bring_turn(log)


def bring_turn_again(public_id: str, *, seat: int) -> None:
    """Bring the seat its turn again if it is to move; reports may lie, so its clock goes on."""
    with leaving_broken_games(), writing(public_id) as log:
        if log.course.outcome is None and log.history.turn.seat == seat:
            _bring_turn(log)


def _bring_turn(log: Log) -> None:
    mover = log.seats[log.history.turn.seat]
    mover.game = log.game
    notice_again(mover, Reason.LOST, now=timezone.now())


def person_is_here(person: User) -> bool:
    """Return whether stopped clocks go on: a press or sign-in, not an opening, proves a person."""
    is_news = False
    for public_id in _stopped_games(person):
        with leaving_broken_games(), writing(public_id) as log:
            if _came_back(log, person):
                go_on(log, at=timezone.now())
                is_news = True
    return is_news


def _stopped_games(person: User) -> list[str]:
    """Return the person's games stopped by returned letters; in one order, against deadlocks."""
    theirs = Game.objects.filter(seats__user=person, seats__is_to_move=True, status=Status.RUNNING)
    came_back = Exists(LogEntry.objects.filter(game=OuterRef("pk"), kind=Kind.BOUNCE))
    stopped = theirs.filter(came_back, deadline__isnull=True).order_by("pk")
    return list(stopped.values_list("public_id", flat=True))


def _came_back(log: Log, person: User) -> bool:
    """Return whether it is the person's turn and the log says that its letter came back."""
    seat = log.history.turn.seat
    is_theirs = log.course.outcome is None and log.seats[seat].user == person
    return is_theirs and log.history.is_bouncing(seat)
