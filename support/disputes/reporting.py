"""A player reports trouble: one report at a time, to which more can be added."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from duel.errors import NotRunning, NotYourSeat
from duel.models import AnyGame, AnySeat, Dispute, DisputeAddition, Game, Note, Seat, Status
from duel.models.dispute import REPORT_LENGTH, UNSETTLED
from duel.record.reading import locked_game
from duel.timekeeping.respites import give_respite
from support.errors import BadReport, TooLateToReport, TooManyReports
from support.letters.disputes import post_received, post_to_operators

REPORTS_A_DAY = 5
"""What one person may write about one game in a day."""

REPORTABLE_FOR = timedelta(days=30)
"""For so long after its secret was shown, trouble about a game can be reported."""


@transaction.atomic
def report(
    *,
    seat: AnySeat,
    topic: str,
    text: str,
    asks_hold: bool,
    channel: str,
    note: Note | None = None,
) -> Dispute:
    """Return the report of whoever sits there: a new one, or the unsettled one with more in it.

    `note` is one that was written to them, if that is what they report.
    Under the lock of the game, so that of two presses the second adds to the first. The log is
    not replayed: a record that is broken is itself a reason to report.
    """
    words = _clean(text)
    if not words or len(words) > REPORT_LENGTH or topic not in Dispute.Topic.values:
        raise BadReport
    now = timezone.now()
    game = locked_game(seat.game.public_id)
    now_there = Seat.objects.select_related("user").get(pk=seat.pk)
    reporter = now_there.user
    # Given to somebody else a moment ago: these are not their words.
    if reporter is None or reporter.pk != seat.user_id:
        raise NotYourSeat
    _refuse_late(game, now)
    _refuse_flood(game, reporter, now)
    dispute = Dispute.objects.filter(
        game=game, seat=seat.number, reporter=reporter, state__in=UNSETTLED
    ).first()
    if dispute is None:
        dispute = Dispute.objects.create(
            game=game,
            seat=seat.number,
            reporter=reporter,
            topic=topic,
            text=words,
            note=note,
            asks_hold=asks_hold,
            ply=game.ply,
            channel=channel,
            reported_at=now,
        )
        post_received(dispute)
        post_to_operators(dispute)
    else:
        DisputeAddition.objects.create(dispute=dispute, text=words, note=note, written_at=now)
        dispute.asks_hold = dispute.asks_hold or asks_hold
        dispute.revision += 1
        dispute.save(update_fields=["asks_hold", "revision"])
    if asks_hold:
        give_respite(dispute, game, now=now)
    return dispute


def can_be_reported(game: AnyGame, *, now: datetime) -> bool:
    """Return whether trouble about this game is still looked into."""
    if game.status not in (Status.RUNNING, Status.OVER):
        return False
    return game.secret_opens_at is None or now < game.secret_opens_at + REPORTABLE_FOR


def _clean(text: str) -> str:
    """Return the text as it is kept: no blanks around it, and nothing a database refuses."""
    return text.replace("\r\n", "\n").replace("\x00", "").strip()


def _refuse_late(game: Game, now: datetime) -> None:
    if game.status not in (Status.RUNNING, Status.OVER):
        raise NotRunning
    if not can_be_reported(game, now=now):
        raise TooLateToReport


def _refuse_flood(game: Game, reporter: User, now: datetime) -> None:
    a_day_ago = now - timedelta(days=1)
    theirs = Dispute.objects.filter(game=game, reporter=reporter)
    added = DisputeAddition.objects.filter(dispute__in=theirs, written_at__gt=a_day_ago)
    if theirs.filter(reported_at__gt=a_day_ago).count() + added.count() >= REPORTS_A_DAY:
        raise TooManyReports
