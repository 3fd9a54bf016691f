"""Time for everybody at once: one row, which the clock of every turn reads."""

from datetime import timedelta

import structlog
from django import forms
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from duel.errors import BadTime
from duel.models import AddedTime, Game, Status
from duel.operators.decisions.forms import MOST_HOURS, ReasonForm
from duel.operators.decisions.ruling import checked_reason
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.words.time_controls import duration

MOST_NAMED = 50
"""So many games of a kind are named before time is given to all."""

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
    running = Game.objects.filter(status=Status.RUNNING).count()
    return [
        gettext("Every turn that is being made now gets %(time)s more.")
        % {"time": duration(seconds)},
        ngettext("That is %(count)s running game.", "That is %(count)s running games.", running)
        % {"count": running},
        gettext("That includes turns whose clock stands still or has not started."),
        gettext(
            "Whoever is out of time already gets nothing by it: give time in that game, or reopen "
            "it."
        ),
        *_out_of_time(),
        gettext(
            "No letter of its own is sent: the next one about each game tells of it. What pages "
            "show of deadlines follows within minutes."
        ),
        gettext("Time that was given cannot be taken back."),
    ]


def _out_of_time() -> list[str]:
    """Return the games whose time is up, and those lost on time that can still be reopened."""
    now = timezone.now()
    late = Game.objects.filter(status=Status.RUNNING, deadline__lte=now).order_by("deadline")
    lost = Game.objects.filter(
        status=Status.OVER,
        result__by=["timeout"],
        ended_at__gt=now - timedelta(hours=settings.DISPUTE_HOURS),
        secret_opens_at__gt=now,
    ).order_by("-ended_at")
    told = [
        (gettext("Their time is up: %(games)s."), late),
        (gettext("Lost on time, and can still be reopened: %(games)s."), lost),
    ]
    return [
        sentence % {"games": ", ".join(map(str, games[:MOST_NAMED]))}
        for sentence, games in told
        if games.exists()
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
