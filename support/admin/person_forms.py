"""The forms of the acts about a person. `support.admin.person_acts` names one for each act."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from lib.reasons import REASON_LENGTH
from mail.addresses import normal_address
from support.people.suspension import GameFate
from support.roles import ROLES


class ActForm(forms.Form):
    """The reason, which every act needs; `person` is the one it is about."""

    reason = forms.CharField(
        label=_("Reason for the record"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_(
            "Only operators read it. It stands in the audit log for good: name nobody in it."
        ),
    )
    field_order = None

    def __init__(self, data: Any = None, *, person: User) -> None:
        """Take the posted data, if any, and the person it is about."""
        super().__init__(data)
        self.person = person

    def chosen(self) -> list[str]:
        """Return what was chosen besides words, in sentences for the preview."""
        return []


class SuspendForm(ActForm):
    """Suspending: what the person reads, what becomes of their games, what their players read."""

    message = forms.CharField(
        label=_("Message to the person"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("The person reads it in the letter and where they sign in."),
    )

    games = forms.ChoiceField(
        label=_("Running games"),
        choices=GameFate.choices,
        initial=GameFate.HOLD,
        widget=forms.RadioSelect,
    )
    told = forms.CharField(
        label=_("Message to the players of those games"),
        required=False,
        max_length=REASON_LENGTH,
        initial=_("We are looking into something that concerns a player of this game."),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def chosen(self) -> list[str]:
        """Return what becomes of running games."""
        return [f"{self.fields['games'].label}: {GameFate(self.cleaned_data['games']).label}"]


class LiftForm(ActForm):
    """Letting somebody in again: held games may go on."""

    go_on = forms.BooleanField(
        label=_("Let the games that were held since then go on"), required=False, initial=True
    )
    told = forms.CharField(
        label=_("Message to the players of those games"),
        required=False,
        max_length=REASON_LENGTH,
        initial=_("We have looked into it, and the game goes on."),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def chosen(self) -> list[str]:
        """Return whether held games go on."""
        return [str(self.fields["go_on"].label)] if self.cleaned_data["go_on"] else []


class RoleForm(ActForm):
    """Giving a role, or taking it."""

    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[("", _("none: a player like any other")), *((role, role) for role in ROLES)],
        widget=forms.RadioSelect,
    )


class NewAddressForm(ActForm):
    """Changing the address: the new one, typed twice, as nobody else can tell a slip."""

    address = forms.EmailField(
        label=_("New address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    again = forms.CharField(
        label=_("The new address once more"),
        max_length=254,
        widget=forms.EmailInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )

    def clean_again(self) -> str:
        """Return the address, if it is the same both times."""
        again = normal_address(self.cleaned_data["again"])
        if again != normal_address(self.cleaned_data.get("address", again)):
            raise forms.ValidationError(_("The two addresses are not the same."))
        return again


class DeleteForm(ActForm):
    """Deleting an account: the address is typed, so that it is the right one."""

    address = forms.CharField(
        label=_("Type the address of the account"),
        max_length=254,
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )

    def clean_address(self) -> str:
        """Return the address, if it is this person's."""
        address = normal_address(self.cleaned_data["address"])
        if address != self.person.email:
            raise forms.ValidationError(_("This is not the address of this account."))
        return address
