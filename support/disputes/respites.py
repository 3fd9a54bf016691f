"""Time for players whose report waits: nobody loses on time meanwhile, and nobody freezes a game.

Whether the clocks are stopped is an operator's decision, and operators may come by twice a week.
So a player who asks for it, is to move and has less than a day left gets two days, and again when
these are nearly over, until the report is answered: ordinary entries of the log, which only ever
add, so nobody loses time by an answer and at least a day is left after it. One report per seat and
game does so, and seven days in all are the most: it is no way to win time at will.

Receiving a report and the sweep of clocks call it.
"""

from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db import transaction
from django.db.models import F, QuerySet

from duel.clocks.turn_clock import clock_of
from duel.errors import BrokenGame
from duel.integrity.sweep_guard import process_one_of_many
from duel.models import AnyGame, Game, Seat, Status
from duel.record.log import Log, writing
from duel.timekeeping.in_words import MOST, given_for_reports, given_in_words
from engine.kinds import Channel, Kind
from support.models import UNSETTLED, Dispute

URGENT = timedelta(hours=24)
STEP = timedelta(hours=48)
BATCH = 200

logger = structlog.get_logger(__name__)


def give_respite(dispute: Dispute, game: Game, *, now: datetime) -> bool:
    """Return whether the reporter's seat, nearly out of time, got some; the game is locked."""
    if game.deadline is None or not now < game.deadline < now + URGENT:
        return False
    return _lengthen(dispute, game, now=now)


def waits_with_respite(game: AnyGame, seat: int) -> bool:
    """Return whether a report that gave the seat time still waits for its answer."""
    theirs = Dispute.objects.filter(game=game.pk, seat=seat, got_respite=True)
    return theirs.filter(state__in=UNSETTLED).exists()


def given_by(dispute: Dispute) -> str:
    """Return how much time its seat was given so far, as in “4 days”; empty if it was none."""
    return given_in_words(dispute.game, dispute.seat) if dispute.got_respite else ""


def lengthen_respites(*, now: datetime) -> int:
    """Return to how many seats whose report still waits more time was given."""
    given = 0
    for dispute, game in reports_nearly_out_of_time(now).values_list("pk", "game_id")[:BATCH]:
        given += process_one_of_many(
            game,
            partial(_process_report, dispute, game, now=now),
            failed="respite_cannot_be_given",
        )
    return given


def reports_nearly_out_of_time(now: datetime) -> QuerySet[Dispute]:
    """Return the reports that wait, ask for stopped clocks and whose seat has little time left."""
    # Seats whose time was up before they reported anything have lost it.
    return Dispute.objects.filter(
        state__in=UNSETTLED,
        asks_hold=True,
        game__status=Status.RUNNING,
        game__to_move=F("seat"),
        game__deadline__gt=F("reported_at"),
        game__deadline__lt=now + URGENT,
    ).order_by("game__deadline")


@transaction.atomic
def _process_report(dispute: int, game: int, *, now: datetime) -> bool:
    """Return whether time was given; the game before its report, as everywhere."""
    locked = Game.objects.select_for_update(skip_locked=True).filter(pk=game).first()
    if locked is None:
        return False
    found = reports_nearly_out_of_time(now).select_for_update(of=("self",)).filter(pk=dispute)
    report = found.first()
    return report is not None and _lengthen(report, locked, now=now)


def _lengthen(dispute: Dispute, game: Game, *, now: datetime) -> bool:
    left = MOST - given_for_reports(game, dispute.seat)
    if game.to_move != dispute.seat or left <= timedelta(0) or not _may_have_it(dispute):
        return False
    try:
        with writing(game.public_id) as log:
            if not _is_nearly_up(log, now):
                return False
            log.append(
                Kind.EXTEND,
                seat=dispute.seat,
                person=None,
                text=str(int(min(STEP, left).total_seconds())),
                channel=Channel.REPORT,
                time=now,
            )
    except BrokenGame:  # the report stands all the same, and the operator sees what is broken
        logger.warning("no_respite_in_a_broken_game", game=game.pk)
        return False
    dispute.got_respite = True
    dispute.save(update_fields=["got_respite"])
    return True


def _may_have_it(dispute: Dispute) -> bool:
    """Return whether no other report of the seat has had it, and its reporter still sits there."""
    of_seat = Dispute.objects.filter(game=dispute.game_id, seat=dispute.seat, got_respite=True)
    if of_seat.exclude(pk=dispute.pk).exists():
        return False
    sits = Seat.objects.filter(game=dispute.game_id, number=dispute.seat)
    return sits.filter(user=dispute.reporter_id, user__isnull=False).exists()


def _is_nearly_up(log: Log, now: datetime) -> bool:
    """Return the same as the column: that may not know yet of an outage which was given back."""
    clock = clock_of(log)
    deadline = clock.deadline if clock else None
    return log.course.flagged is None and deadline is not None and deadline < now + URGENT
