"""Forms about oneself."""

from datetime import time
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from accounts.bots import refuse_address_of_bot
from accounts.local_time.zones import city_of, is_offered, is_time_zone, time_zone_choices
from accounts.models import User
from accounts.models.person import plain_name
from accounts.names import refuse_address, refuse_misleading
from accounts.signals import name_proposed
from lib.reasons import REASON_LENGTH

REMINDERS = (50, 60, 70, 75, 80, 90, 95)


class AddressForm(forms.Form):
    """Asks for an address to which a letter goes."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        validators=[refuse_address_of_bot],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class NewAddressForm(AddressForm):
    """Asks for the address to which letters go from now on."""

    prefix = "new"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["address"].label = _("Your new e-mail address")


class CodeForm(forms.Form):
    """Asks for the code in the sign-in letter."""

    code = forms.CharField(
        label=_("The code in the letter"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "code",
            }
        ),
    )


class SecondFactorForm(forms.Form):
    """Asks for a code of an authenticator app, or for a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "spellcheck": "false", "class": "code"}
        ),
    )


class TimeZoneSelect(forms.Select):
    """The zones that are offered, and the one that was chosen by an older name."""

    def optgroups(
        self, name: str, value: list[str], attrs: dict[str, Any] | None = None
    ) -> list[Any]:
        """Return the groups; without the chosen one among them, a browser would choose another."""
        groups = super().optgroups(name, value, attrs)
        older = [zone for zone in value if is_time_zone(zone) and not is_offered(zone)]
        for zone in older:
            place = len(groups)
            option = self.create_option(name, zone, city_of(zone), True, place, attrs=attrs)
            groups.append((None, [option], place))
        return groups


class TimeZoneField(forms.ChoiceField):
    """Asks for a time zone, by its name of today or an older one that a browser may know."""

    widget = TimeZoneSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=time_zone_choices, **kwargs)

    def valid_value(self, value: str) -> bool:
        """Return whether there is such a zone."""
        return is_time_zone(value)


class NewcomerForm(forms.Form):
    """Asks a newcomer for the name that opponents will see, and by which clock they live."""

    name = forms.CharField(
        label=_("The name that others see"),
        max_length=40,
        validators=[refuse_address, refuse_misleading],
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = TimeZoneField(
        label=_("Your time zone"),
        initial="UTC",
        widget=TimeZoneSelect(attrs={"data-preset": "time-zone"}),
    )


class TimeInput(forms.TimeInput):
    """A time of day as browsers know it."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


def reminder_choices() -> list[tuple[str, str]]:
    """Return when one can be reminded of a move, in the language of the moment."""
    sentence = gettext("when %(percent)d %% of the time is used")
    percents = [(str(percent), sentence % {"percent": percent}) for percent in REMINDERS]
    return [("", gettext("never")), *percents]


class NameForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name of somebody who is here already, changed by themselves or by an operator."""

    def clean_name(self) -> str:
        """Return the name; one that is new may mislead nobody at the person's tables."""
        name = plain_name(self.cleaned_data["name"])
        if name != self.initial.get("name"):
            refuse_misleading(name)
            name_proposed.send(User, person=self.instance, name=name)
        return name


class PreferencesForm(NameForm):
    """How a person wants to be called and written to."""

    time_zone = TimeZoneField(label=_("Your time zone"))
    reminder_percent = forms.TypedChoiceField(
        label=_("Remind me of a move"),
        required=False,
        empty_value=None,
        coerce=int,
        choices=reminder_choices,
    )

    class Meta:
        model = User
        fields = [
            "name",
            "language",
            "time_zone",
            "letters",
            "digest_at",
            "reminder_percent",
            "numbers_only",
            "answers_by_mail",
            "confirmations",
            "quiet_from",
            "quiet_to",
            "in_club",
        ]
        labels = {
            "name": _("The name that others see"),
            "letters": _("Letters come"),
            "digest_at": _("The daily letter comes at"),
            "numbers_only": _("Numbers instead of links in turn letters"),
            "answers_by_mail": _("Play moves by mail"),
            "confirmations": _("My replies are confirmed"),
            "quiet_from": _("No letters from"),
            "quiet_to": _("until"),
            "in_club": _("I am on the club page"),
        }
        help_texts = {
            "numbers_only": _("Moves have numbers and no links of their own; the board has one."),
            "answers_by_mail": _(
                "A move in a letter opens a reply in your mail program, with the move in it: send "
                "it, and the move is made. This works where letters can be answered."
            ),
            "in_club": _(
                "Members find there who plays whom and who won, and on a page of your own also how "
                "reliably you answer: no moves. Without you, no game of yours is counted there for "
                "anybody, and your own page shows others only the games that they played with you."
            ),
        }
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "letters": forms.RadioSelect(),
            "confirmations": forms.RadioSelect(),
            "digest_at": TimeInput(),
            "quiet_from": TimeInput(),
            "quiet_to": TimeInput(),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True
        # Each language in its own words: who looks for it may not read the others.
        languages = [
            (code, get_language_info(code)["name_local"]) for code, _ in settings.LANGUAGES
        ]
        self.fields["language"].widget.choices = languages
        if not settings.CLUB_PAGE:
            del self.fields["in_club"]
        # A browser that hides the field of a daily letter may leave it out.
        self.fields["digest_at"].required = False
        # A page that was opened before there was this field leaves it out as well.
        self.fields["confirmations"].required = False

    def clean_digest_at(self) -> time:
        """Return the time of the daily letter, the former one if none was given."""
        given: time | None = self.cleaned_data["digest_at"]
        return given or self.instance.digest_at

    def clean_confirmations(self) -> str:
        """Return which replies are confirmed, as before if nothing was chosen."""
        given: str = self.cleaned_data["confirmations"]
        return given or self.instance.confirmations


HARMLESS = frozenset(["language", "numbers_only", "answers_by_mail"])
"""What a link in a forwarded letter may change: how letters look.

Nothing that moves a clock (zone, daily letter, quiet hours, reminder), deceives others (name),
shows more (club) or hides that somebody else writes in one's name (confirmations).
"""


class HarmlessPreferencesForm(PreferencesForm):
    """What can be changed by the link in every letter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() - HARMLESS:
            del self.fields[name]


class NewPersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person whom an operator adds, and why."""

    time_zone = TimeZoneField(label=capfirst(_("time zone")), initial="UTC")
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("It stands in the audit log for good: name nobody in it."),
    )

    class Meta:
        model = User
        fields = ["email", "name", "language", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True
