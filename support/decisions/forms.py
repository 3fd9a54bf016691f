"""What operators fill in for a decision: why, as of which entry, and about which player."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duel.integrity.broken_table import Table
from support.decisions.ruling import REASON_LENGTH, names_at

MOST_HOURS = 30 * 24


class ReasonForm(forms.Form):
    """Why something is decided, for the record."""

    reason = forms.CharField(
        label=_("Reason for the record"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only operators read it, on the game's page and in the audit log."),
    )
    field_order: list[str] | None = None


class MessageForm(ReasonForm):
    """Why something is decided, and what players are told."""

    message = forms.CharField(
        label=_("Message to the players"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "All players read it in their letters, as you write it. No names of reporters, and "
            "nothing hidden. If it is empty, the letter says what was decided and no more."
        ),
    )


class RulingForm(MessageForm):
    """A decision about one game, as of an entry of its log."""

    expected_seq = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log = log

    def arguments(self) -> dict[str, Any]:
        """Return what the decision wants to know besides the ruling."""
        return {}

    def _seats(self) -> list[tuple[int, str]]:
        return list(enumerate(names_at(self.log)))


class SeatForm(RulingForm):
    """A decision about one of the players."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int, widget=forms.RadioSelect)
    field_order = ["seat", "hours", "address", "reason", "message"]

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["seat"].choices = self._seats()  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the player's seat."""
        return {"seat": self.cleaned_data["seat"]}
