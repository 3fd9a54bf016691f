"""Time for everybody at once: one row, which the clock of every turn reads."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from accounts.audit import note_act
from accounts.models import User
from duel.errors import BadTime
from duel.models import AddedTime, Game, Status
from duel.services.adjudication.ruling import checked_reason
from duel.services.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.time_controls import duration

logger = structlog.get_logger(__name__)


def preview_added_time(seconds: int) -> list[str]:
    """Return what adding so much time to all games will do."""
    if not LEAST_GIVEN <= timedelta(seconds=seconds) <= MOST_GIVEN:
        raise BadTime
    return [
        gettext("Every turn that is being made now gets %(time)s more.")
        % {"time": duration(seconds)},
        gettext("That includes turns whose clock stands still or has not started."),
        gettext(
            "Whoever is out of time already gets nothing by it: give time in that game, or reopen "
            "it."
        ),
        gettext("Nobody gets a letter of its own: the next one about each game tells of it."),
        gettext("Time that was given cannot be taken back."),
    ]


@transaction.atomic
def add_time_to_all(*, operator: User, reason: str, seconds: int) -> AddedTime:
    """Return the row by which every turn that is being made now has so much more time.

    Deadlines move in one statement, alarms stay: when one comes, the clock is worked out anew, and
    a vacation that begins before the new deadline is not slept through.
    """
    reason = checked_reason(reason)
    preview_added_time(seconds)
    added = AddedTime.objects.create(given_at=timezone.now(), seconds=seconds)
    # Who is late already has no alarm any more.
    running = Game.objects.filter(
        status=Status.RUNNING, deadline__isnull=False, alarm_at__isnull=False
    )
    moved = running.update(deadline=F("deadline") + timedelta(seconds=seconds))
    note_act(operator, added, f"add {seconds} seconds to all games", reason=reason)
    logger.warning("time_added_to_all_games", seconds=seconds, deadlines_moved=moved)
    return added
