"""What an operator fills in for each decision."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User, normal_address
from duel.errors import NobodyOfThatAddress
from duel.integrity.broken import Table
from duel.models import Act
from duel.operators.decisions.ruling import REASON_LENGTH, names_at
from duel.record.events import plies_taken_back
from duel.record.log import Log
from engine.kinds import ADVANCES, Kind

MOST_HOURS = 30 * 24


class ReasonForm(forms.Form):
    """Why something is decided."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    field_order: list[str] | None = None


class AddTimeForm(ReasonForm):
    """How much time every game gets."""

    hours = forms.IntegerField(
        label=_("Hours for every turn that is being made"), min_value=1, max_value=MOST_HOURS
    )
    field_order = ["hours", "reason"]

    def seconds(self) -> int:
        """Return the time in seconds."""
        return int(self.cleaned_data["hours"]) * 3600


class RulingForm(ReasonForm):
    """A decision about one game: why, and as of which entry of its log."""

    expected_seq = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log = log
        self.fields["reason"].help_text = _(
            "The players read it in their letters, as you write it. No names of reporters, and "
            "nothing hidden."
        )

    def arguments(self) -> dict[str, Any]:
        """Return what the act's service wants to know besides the ruling."""
        return {}

    def _seats(self) -> list[tuple[int, str]]:
        return list(enumerate(names_at(self.log)))


class SeatForm(RulingForm):
    """A decision about one of the players."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int, widget=forms.RadioSelect)
    field_order = ["seat", "hours", "address", "reason"]

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["seat"].choices = self._seats()  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the player's seat."""
        return {"seat": self.cleaned_data["seat"]}


class ExtendForm(SeatForm):
    """Time for one player."""

    hours = forms.IntegerField(label=_("Hours"), initial=24, min_value=1, max_value=MOST_HOURS)

    def arguments(self) -> dict[str, Any]:
        """Return whose time it is and how much."""
        return {**super().arguments(), "seconds": int(self.cleaned_data["hours"]) * 3600}


class ReplaceForm(SeatForm):
    """Who plays on in a seat."""

    address = forms.EmailField(
        label=_("Address of the new player"),
        help_text=_("Somebody with an account, who has agreed to play on."),
    )

    def clean_address(self) -> str:
        """Return the address, if somebody has an account with it."""
        address = normal_address(self.cleaned_data["address"])
        self.person = User.objects.filter(email=address, is_active=True).first()
        if self.person is None:
            raise forms.ValidationError(str(NobodyOfThatAddress()))
        return address

    def arguments(self) -> dict[str, Any]:
        """Return whose seat it is and who gets it."""
        return {**super().arguments(), "by": self.person}


class RollbackForm(RulingForm):
    """Where a game is set back to."""

    ply = forms.TypedChoiceField(label=_("Back to"), coerce=int)
    field_order = ["ply", "reason"]

    def __init__(self, *args: Any, log: Log, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["ply"].choices = _plies(log)  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the ply."""
        return {"ply": self.cleaned_data["ply"]}


class AwardForm(RulingForm):
    """Who wins."""

    winners = forms.TypedMultipleChoiceField(
        label=_("Who wins"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ["winners", "reason"]

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["winners"].choices = self._seats()  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the seats that win."""
        return {"winners": self.cleaned_data["winners"]}


class VoidForm(RulingForm):
    """Whether a game that does not count is to be played again."""

    rematch = forms.BooleanField(
        label=_("Propose a new game on the same terms at once"), required=False
    )
    field_order = ["rematch", "reason"]

    def arguments(self) -> dict[str, Any]:
        """Return whether a new game is proposed."""
        return {"rematch": self.cleaned_data["rematch"]}


class ProxyForm(RulingForm):
    """What is played for whoever is to move."""

    text = forms.CharField(
        label=_("Moves"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "In notation, such as “take b2 b3 b4”; several moves of one turn on a line each."
        ),
    )
    field_order = ["text", "reason"]

    def arguments(self) -> dict[str, Any]:
        """Return the moves as they were written."""
        return {"text": self.cleaned_data["text"]}


FORMS: dict[Act, type[RulingForm]] = {
    Act.EXTEND: ExtendForm,
    Act.ROLLBACK: RollbackForm,
    Act.AWARD: AwardForm,
    Act.VOID: VoidForm,
    Act.RESIGN: SeatForm,
    Act.PROXY: ProxyForm,
    Act.REPLACE: ReplaceForm,
}
"""The forms of the acts that need more than a reason."""


def _plies(log: Log) -> list[tuple[int, str]]:
    """Return the plies that a game can be set back to, the last one first."""
    names = names_at(log)
    taken_back = plies_taken_back(log.entries)
    plies = [(0, gettext("Ply 0: the beginning"))]
    for entry in log.entries:
        kind, ply = Kind(entry.kind), len(plies)
        words = {"ply": ply, "text": entry.text, "name": names[entry.seat or 0]}
        if kind in ADVANCES and ply in taken_back:
            told = gettext("Ply %(ply)d: after a move of %(name)s, who took it back")
        elif kind in ADVANCES:
            told = gettext("Ply %(ply)d: after %(name)s played %(text)s")
        elif kind is Kind.UNDO:
            told = gettext("Ply %(ply)d: after %(name)s went back to ply %(text)s")
        elif kind is Kind.ROLLBACK:
            told = gettext("Ply %(ply)d: after an operator went back to ply %(text)s")
        else:
            continue
        plies.append((ply, told % words))
    return plies[-2::-1]
