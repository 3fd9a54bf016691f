"""Time for all games at once: one row, which the clock of every turn reads; the admin adds it."""

from datetime import datetime, timedelta
from typing import Any

import structlog
from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from duel.errors import BadTime
from duel.models import AddedTime, Game, Outage, Status
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.words.naming import duration
from support.decisions.ruling import MOST_HOURS, MessageForm, reason_for_record

LONGEST_OUTAGE = timedelta(days=31)
LONGEST_AGO = timedelta(days=366)

logger = structlog.get_logger(__name__)


class _MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class AddTimeForm(MessageForm):
    """How much time every game gets, and in which outage players may have run out of theirs."""

    hours = forms.IntegerField(
        label=_("Hours for every turn that is being made"), min_value=1, max_value=MOST_HOURS
    )
    began_at = forms.DateTimeField(
        label=_("An outage began"),
        required=False,
        widget=_MomentInput,
        help_text=_(
            "Before anything is done you see the games in which a player ran out of time between "
            "these two moments, and choose which of them go on. Leave both empty to see none."
        ),
    )
    ended_at = forms.DateTimeField(label=_("It ended"), required=False, widget=_MomentInput)
    field_order = ["hours", "began_at", "ended_at", "reason", "message"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["message"].help_text = gettext(
            "The players of the games that go on read it in their letters, as you write it."
        )
        zone = gettext("In the time zone %(zone)s.")
        self.fields["ended_at"].help_text = zone % {"zone": timezone.get_current_timezone_name()}

    def seconds(self) -> int:
        """Return the time in seconds."""
        return int(self.cleaned_data["hours"]) * 3600

    def outage(self) -> tuple[datetime, datetime] | None:
        """Return from when to when players may have run out of time; None to look for none."""
        began_at, ended_at = self.cleaned_data["began_at"], self.cleaned_data["ended_at"]
        return (began_at, ended_at) if began_at and ended_at else None

    def clean(self) -> dict[str, Any]:
        """Refuse half an outage, and one that no service could have had."""
        cleaned = super().clean() or self.cleaned_data
        began_at, ended_at = cleaned.get("began_at"), cleaned.get("ended_at")
        if bool(began_at) != bool(ended_at) and not {"began_at", "ended_at"} & set(self.errors):
            self.add_error("ended_at", gettext("Give both moments, or neither."))
        if not began_at or not ended_at:
            return cleaned
        now = timezone.now()
        if not now - LONGEST_AGO <= began_at <= now:
            self.add_error("began_at", gettext("Give a moment within the last year."))
        elif not timedelta() <= ended_at - began_at <= LONGEST_OUTAGE:
            self.add_error("ended_at", gettext("Give a moment up to 31 days after the first one."))
        return cleaned


def last_outage() -> dict[str, datetime]:
    """Return from when to when the last recorded outage was, in whole minutes around it."""
    last = Outage.objects.order_by("-ended_at").first()
    if last is None or last.began_at < timezone.now() - LONGEST_AGO:
        return {}
    return {"began_at": last.began_at, "ended_at": last.ended_at + timedelta(minutes=1)}


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
        gettext("A player who is out of time already gets nothing by it."),
        gettext(
            "No letter of its own is sent: the next one about each game tells of it. What pages "
            "show of deadlines follows within minutes."
        ),
        gettext("Time that was given cannot be taken back."),
    ]


@transaction.atomic
def add_time_to_all(*, operator: User, reason: str, seconds: int) -> AddedTime:
    """Return the row by which every turn that is being made now has so much more time."""
    # Every clock counts with it at once; the deadlines that people see follow with the next sweep.
    reason = reason_for_record(reason)
    preview_added_time(seconds)
    added = AddedTime.objects.create(given_at=timezone.now(), seconds=seconds)
    note_act(operator, added, f"add {seconds} seconds to all games", reason=reason)
    logger.warning("time_added_to_all_games", seconds=seconds)
    return added
