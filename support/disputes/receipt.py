"""Keeping what players report; `duel.seats.reporting` calls it through `support.desk`."""

from datetime import datetime, timedelta

from accounts.models import User
from duel.models import Game, Note
from engine.kinds import Channel
from support.disputes.letters import post_received, post_to_operators
from support.disputes.respites import give_respite
from support.errors import TooManyReports
from support.models import UNSETTLED, Dispute, DisputeAddition

REPORTS_A_DAY = 5
"""What one person may write about one game in a day."""


def receive_report(
    *,
    game: Game,
    seat: int,
    reporter: User,
    topic: str,
    text: str,
    asks_hold: bool,
    channel: Channel,
    note: Note | None,
    now: datetime,
) -> Dispute:
    """Return the report: a new one, or the unsettled one with more in it."""
    # The row of the game is locked. The seat gets time at once if that is asked for and needed.
    _refuse_flood(game, reporter, now)
    dispute = Dispute.objects.filter(
        game=game, seat=seat, reporter=reporter, state__in=UNSETTLED
    ).first()
    if dispute is None:
        dispute = Dispute.objects.create(
            game=game,
            seat=seat,
            reporter=reporter,
            topic=topic,
            text=text,
            note=note,
            asks_hold=asks_hold,
            ply=game.ply,
            channel=channel,
            reported_at=now,
        )
        post_received(dispute)
        post_to_operators(dispute)
    else:
        DisputeAddition.objects.create(dispute=dispute, text=text, note=note, written_at=now)
        dispute.asks_hold = dispute.asks_hold or asks_hold
        dispute.revision += 1
        dispute.save(update_fields=["asks_hold", "revision"])
    if asks_hold:
        give_respite(dispute, game, now=now)
    return dispute


def _refuse_flood(game: Game, reporter: User, now: datetime) -> None:
    a_day_ago = now - timedelta(days=1)
    theirs = Dispute.objects.filter(game=game, reporter=reporter)
    added = DisputeAddition.objects.filter(dispute__in=theirs, written_at__gt=a_day_ago)
    if theirs.filter(reported_at__gt=a_day_ago).count() + added.count() >= REPORTS_A_DAY:
        raise TooManyReports
