"""Forms about games that are to begin."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NewcomerForm
from duel.errors import BadTerms
from duel.games import registry
from duel.games.registry import game_choices, presentation_of
from duel.lobby.joining import Newcomer
from duel.models import Leaving
from duel.words.terms import DAY, HOUR, Terms, TimeControl
from duel.words.time_controls import PRESETS, in_words, lasting
from engine.games import find_game

OWN = "own"


class WordForm(forms.Form):
    """Asks for one's own word for the shuffle."""

    word = forms.CharField(
        label=_("Your word for the shuffle, if you like"),
        required=False,
        max_length=200,
        help_text=_(
            "Any word or phrase. Without one, a word is drawn for you; but only your own proves "
            "to you that nobody could choose the shuffle."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class JoiningForm(NewcomerForm, WordForm):
    """Asks somebody without an account what is needed to play, and nothing else."""

    language = forms.ChoiceField(label=_("Your language"), choices=settings.LANGUAGES)

    field_order = ["name", "language", "time_zone", "word"]

    def newcomer(self) -> Newcomer:
        """Return who they say they are."""
        data = self.cleaned_data
        return Newcomer(data["name"], data["language"], data["time_zone"])


def _lasting(time: TimeControl) -> str:
    """Return how long a game lasts that is played as the form begins with."""
    usual = Terms()
    return lasting(time, turns=presentation_of(usual).usual_turns(usual.seats), seats=usual.seats)


class NewGameForm(forms.Form):
    """Asks against whom, what, on which clock and before whom to play."""

    opponent = forms.ChoiceField(
        label=_("Against whom?"),
        choices=[
            ("address", _("somebody whose e-mail address I know: they get a letter")),
            ("link", _("somebody to whom I hand a link")),
            ("anyone", _("whoever comes first: an open challenge in the lobby")),
            ("myself", _("myself, to try it out")),
        ],
        initial="address",
        widget=forms.RadioSelect,
    )
    address = forms.EmailField(
        label=_("Their e-mail address"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    game = forms.ChoiceField(label=_("Which game?"), choices=game_choices)
    time = forms.ChoiceField(
        label=_("How much time?"),
        initial="3-days",
        widget=forms.RadioSelect,
        choices=lazy(
            lambda: [
                *((name, f"{in_words(time)} – {_lasting(time)}") for name, time in PRESETS.items()),
                (OWN, gettext("the values below")),
            ],
            list,
        ),
    )
    grace = forms.IntegerField(
        label=_("Hours that each turn has of its own"),
        required=False,
        min_value=0,
        max_value=30 * 24,
    )
    bank = forms.IntegerField(
        label=_("Days in the bank at first"), required=False, min_value=0, max_value=60
    )
    increment = forms.IntegerField(
        label=_("Hours that each finished turn adds to the bank"),
        required=False,
        min_value=0,
        max_value=7 * 24,
    )
    cap = forms.IntegerField(
        label=_("Days that the bank holds at most"), required=False, min_value=0, max_value=60
    )
    free_weekends = forms.BooleanField(label=_("Saturdays and Sundays are free"), required=False)
    late = forms.ChoiceField(
        label=_("When the time is up"),
        initial="claim",
        widget=forms.RadioSelect,
        choices=[
            ("claim", _("the opponent decides: claim the game, or grant more time")),
            ("lost", _("the game is lost at once")),
        ],
    )
    leaving = forms.ChoiceField(
        label=_("When a player leaves or runs out of time, and several are left"),
        choices=Leaving.choices,
        initial=Leaving.OUT,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The seat is offered for seven days, and all clocks stand meanwhile."),
    )
    is_public = forms.BooleanField(
        label=_("Anyone may watch"),
        required=False,
        help_text=_("Nobody sees anybody's hidden cards before the game is over."),
    )
    warns = forms.BooleanField(
        label=_("Warn both players when the opponent could win on the next turn"),
        required=False,
        initial=True,
        help_text=_("Only by what is visible; nothing hidden is told."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(game_choices()) == 1:  # no choice, no question
            self.fields["game"].widget = forms.HiddenInput()
            self.fields["game"].initial = game_choices()[0][0]
        if settings.SIGN_UP == "closed":
            self.fields["address"].help_text = _(
                "This service takes in nobody new: only people who have played here can accept."
            )

    @property
    def may_be_left(self) -> bool:
        """Whether any of the games is for more than two, so that it can go on without a player."""
        return any(
            max(find_game(name, rules).seat_counts) > 2 for name, rules in registry.PRESENTATIONS
        )

    def own_values(self) -> Iterator[forms.BoundField]:
        """Yield the fields of a time control of one's own."""
        return (self[name] for name in ("grace", "bank", "increment", "cap"))

    def clean(self) -> dict[str, Any]:
        """Return the answers, with the `terms` that they make."""
        data = super().clean() or self.cleaned_data
        if data.get("opponent") == "address" and data.get("address") == "":
            self.add_error("address", _("Write the address of your opponent."))
        if not self.errors:
            data["terms"] = self._terms(data)
            try:
                data["terms"].check()
            except BadTerms:
                self.add_error(
                    "time",
                    _(
                        "Nobody can play on this clock: a turn needs at least an hour, and the "
                        "bank must hold what it begins with and what is added to it."
                    ),
                )
        return data

    def _terms(self, data: dict[str, Any]) -> Terms:
        if data["time"] == OWN:
            time = TimeControl(
                grace=(data["grace"] or 0) * HOUR,
                bank=(data["bank"] or 0) * DAY,
                increment=(data["increment"] or 0) * HOUR,
                cap=(data["cap"] or 0) * DAY,
            )
        else:
            time = PRESETS[data["time"]]
        return Terms(
            game=data["game"],
            time=replace(
                time,
                free_weekends=data["free_weekends"],
                late_may_be_claimed=data["late"] == "claim",
            ),
            is_public=data["is_public"],
            warns=data["warns"],
            leaving=data["leaving"] or Leaving.OUT.value,
        )
