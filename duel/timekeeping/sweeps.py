"""The sweep of clocks: late starts, reminders, and the end of a turn's time. A task calls it.

It finds games by an index and `SKIP LOCKED`, a bounded number at a time, each in a transaction of
its own: any number of workers share the work, and a sweep that runs twice or late does no harm.
"""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from duel.clocks.turn_clock import LATEST_START, clock_of, reminder_at, unreachable_from
from duel.errors import BrokenGame
from duel.integrity.clocks import SET_ASIDE
from duel.integrity.sweep_guard import process_one_of_many
from duel.models import Game, Outage, Status
from duel.notices.intents import notice_end, notice_reminder, notice_time_is_up
from duel.operators import desk
from duel.record.clock import append_clock_start, append_vacations, was_reminded
from duel.record.log import Log, writing
from duel.record.reading import game_unless_locked
from duel.record.settlements import STANDS_STILL
from duel.timekeeping.deadlines import move_deadlines
from duel.timekeeping.leaving import leave, retires, sweep_open_seats
from duel.timekeeping.mail import end_holds, save_silence, time_may_end
from duel.timekeeping.returned_letters import give_last_day
from engine.kinds import Channel, Kind
from mail.models import Sweep

logger = structlog.get_logger(__name__)

SWEEP = "clocks"
BATCH = 200
BATCHES = 10

OUTAGE_AFTER = timedelta(minutes=10)
"""A gap between two sweeps that is longer than this was an outage."""


def sweep_clocks() -> int:
    """Return how many games were processed, after giving back a gap since the last sweep."""
    now = timezone.now()
    write_heartbeat(now=now)
    save_silence(now=now)
    end_holds(now=now)
    desk().lengthen_respites(now=now)  # before anybody is found to be out of time
    handled = 0
    for _ in range(BATCHES):
        due = list(games_due(now)[:BATCH])
        handled += sum(_process_game(pk, now=now) for pk in due)
        if len(due) < BATCH:
            break
    handled += sweep_open_seats()
    move_deadlines()
    return handled


def games_due(now: datetime) -> QuerySet[Game, int]:
    """Return the primary keys of the games whose alarm has passed, the longest passed first."""
    due = Game.objects.filter(status=Status.RUNNING, alarm_at__isnull=False, alarm_at__lte=now)
    return due.order_by("alarm_at").values_list("pk", flat=True)


@transaction.atomic
def write_heartbeat(*, now: datetime) -> None:
    """Write down that the sweep runs; a long gap before it was an outage.

    A machine whose clock jumps ahead looks like one that was down, and does no harm either; if it
    jumps back, everybody has more time. One row is enough: every clock counts with it.
    """
    beat = Sweep.objects.select_for_update().filter(name=SWEEP).first()
    if beat is not None and now - beat.ran_at > OUTAGE_AFTER:
        gap = now - beat.ran_at
        Outage.objects.create(began_at=beat.ran_at, ended_at=now)
        logger.warning("outage_given_back", began_at=beat.ran_at.isoformat(), gap=str(gap))
    Sweep.objects.update_or_create(name=SWEEP, defaults={"ran_at": now})


def _process_game(pk: int, *, now: datetime) -> int:
    def set_aside(broken: BrokenGame | None) -> None:
        # Nobody loses on time by a broken record.
        columns = STANDS_STILL if broken else {"alarm_at": now + SET_ASIDE}
        Game.objects.filter(pk=pk).update(**columns)

    return process_one_of_many(
        pk,
        lambda: _act_if_due(pk, now=now),
        failed="clock_cannot_be_kept",
        broken="clock_of_a_broken_game_stands_still",
        set_aside=set_aside,
    )


@transaction.atomic
def _act_if_due(pk: int, *, now: datetime) -> bool:
    """Return whether this game was processed: another worker may have it or have done it."""
    game = game_unless_locked(pk)
    if game is None or not _is_due(game, now=now):
        return False
    with writing(game.public_id, always_derive=True, locked=game) as log:
        _act(log, now=now)
    return True


def _is_due(game: Game, *, now: datetime) -> bool:
    return game.status == Status.RUNNING and game.alarm_at is not None and game.alarm_at <= now


def _act(log: Log, *, now: datetime) -> None:
    """Do what is due about the turn that is being made."""
    turn = log.history.turn
    if log.course.outcome is not None or log.course.flagged is not None:
        return
    if log.seats[turn.seat].is_bot:  # it has no clock
        return
    append_vacations(log, turn)
    if turn.started_at is None and turn.since + LATEST_START <= now:
        append_clock_start(log, why="late", at=turn.since + LATEST_START)
    came_back_until = unreachable_from(log)
    if came_back_until is not None and came_back_until <= now and not log.course.stopped:
        if not time_may_end(log, deadline=came_back_until, now=now):
            return
        if _has_played(log, turn.seat) or retires(log):
            _flag(log, now=now)
        else:
            _call_off(log, "unreachable", now=now)
        return
    clock = clock_of(log)
    deadline = clock.deadline if clock else None
    if clock is None or deadline is None:
        return
    if deadline <= now:
        if not time_may_end(log, deadline=deadline, now=now):
            return
        if not give_last_day(log, deadline=deadline, now=now):
            _end_time(log, now=now)
        return
    reminder = reminder_at(clock, log.seats[turn.seat].user)
    if reminder is not None and reminder <= now and not was_reminded(log, deadline):
        notice_reminder(log, deadline=deadline, now=now)


def _end_time(log: Log, *, now: datetime) -> None:
    """Do what was agreed on for a turn whose time is up."""
    late = log.history.turn.seat
    if not _has_played(log, late) and not retires(log):
        _call_off(log, "unplayed", now=now)
    elif log.game.late_may_be_claimed:
        _flag(log, now=now)
    else:
        leave(log, late, by=Kind.TIMEOUT, person=None, channel=Channel.CLOCK, now=now)


def _has_played(log: Log, seat: int) -> bool:
    """Return whether the seat has ever moved: nobody wins by a game that never got going.

    From a larger game it retires all the same, so that the others need not begin anew.
    """
    return any(move.seat == seat for move in log.course.standing_moves())


def _call_off(log: Log, why: str, *, now: datetime) -> None:
    log.append(Kind.CANCEL, text=why, channel=Channel.CLOCK, time=now)
    notice_end(log, now=now)


def _flag(log: Log, *, now: datetime) -> None:
    late = log.history.turn.seat
    log.append(Kind.FLAG, seat=late, channel=Channel.CLOCK, time=now)
    notice_time_is_up(log, now=now)
