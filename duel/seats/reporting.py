"""Takes a player's report of trouble, one at a time; pages and replies call it, `desk` keeps it."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duel.errors import NotRunning, NotYourSeat, Refused
from duel.models import AnyGame, AnySeat, Note, Seat, Status
from duel.operators import REPORT_LENGTH, Report, ReportTopic, desk
from duel.record.reading import locked_game
from engine.kinds import Channel

REPORTABLE_FOR = timedelta(days=30)
"""How long after its secret was shown trouble about a game can be reported."""


class BadReport(Refused):
    """A report says nothing, or far too much."""

    code = "bad_report"
    sentence = _("A report has 1 to 2000 characters, and says what it is about.")


class TooLateToReport(Refused):
    """The game has been over for too long."""

    code = "too_late_to_report"
    sentence = _("This game has been over for a long time; it can no longer be reported here.")


@transaction.atomic
def report(
    *,
    seat: AnySeat,
    topic: str,
    text: str,
    asks_hold: bool,
    channel: Channel,
    note: Note | None = None,
) -> Report:
    """Return the report of the seat's player: a new one, or the unsettled one with more in it.

    `note` is one that was written to them, if they report that. The game's row is locked, so that
    of two presses the second adds to the first. The log is not replayed: a broken record is itself
    a reason to report.
    """
    # No blanks around it, and nothing that a database refuses.
    words = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if not words or len(words) > REPORT_LENGTH or topic not in ReportTopic.values:
        raise BadReport
    now = timezone.now()
    game = locked_game(seat.game.public_id)
    now_there = Seat.objects.select_related("user").get(pk=seat.pk)
    # Given to somebody else a moment ago: these are not their words.
    if now_there.user is None or now_there.user.pk != seat.user_id:
        raise NotYourSeat
    if game.status not in (Status.RUNNING, Status.OVER):
        raise NotRunning
    if not can_be_reported(game, now=now):
        raise TooLateToReport
    return desk().receive_report(
        game=game,
        seat=seat.number,
        reporter=now_there.user,
        topic=topic,
        text=words,
        asks_hold=asks_hold,
        channel=channel,
        note=note,
        now=now,
    )


def can_be_reported(game: AnyGame, *, now: datetime) -> bool:
    """Return whether trouble about this game is still looked into."""
    if game.status not in (Status.RUNNING, Status.OVER):
        return False
    return game.secret_opens_at is None or now < game.secret_opens_at + REPORTABLE_FOR
