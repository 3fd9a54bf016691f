"""Time for everybody at once: one row, which the clock of every turn reads."""

from datetime import timedelta

import structlog
from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from duel.errors import BadTime
from duel.models import AddedTime
from duel.operators.decisions.forms import MOST_HOURS, ReasonForm
from duel.operators.decisions.ruling import checked_reason
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.words.time_controls import duration

logger = structlog.get_logger(__name__)


class AddTimeForm(ReasonForm):
    """How much time every game gets."""

    hours = forms.IntegerField(
        label=_("Hours for every turn that is being made"), min_value=1, max_value=MOST_HOURS
    )
    field_order = ["hours", "reason"]

    def seconds(self) -> int:
        """Return the time in seconds."""
        return int(self.cleaned_data["hours"]) * 3600


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
        gettext(
            "No letter of its own is sent: the next one about each game tells of it. What pages "
            "show of deadlines follows within minutes."
        ),
        gettext("Time that was given cannot be taken back."),
    ]


@transaction.atomic
def add_time_to_all(*, operator: User, reason: str, seconds: int) -> AddedTime:
    """Return the row by which every turn that is being made now has so much more time.

    One row is all that it takes: from now on every clock counts with it. What people see of their
    deadlines follows with the next sweep.
    """
    reason = checked_reason(reason)
    preview_added_time(seconds)
    added = AddedTime.objects.create(given_at=timezone.now(), seconds=seconds)
    note_act(operator, added, f"add {seconds} seconds to all games", reason=reason)
    logger.warning("time_added_to_all_games", seconds=seconds)
    return added
