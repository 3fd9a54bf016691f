"""What one looks for among the challenges, as a form that is sent by GET."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from duel.games.registry import game_choices, terms_to_choose
from duel.lobby.challenges import FAST, MEDIUM, NO_OPTION, SLOW, GameSearch, option_names


class ChallengeFilter(forms.Form):
    """Asks for game, seats, pace and additions; whatever cannot be is left out of account."""

    game = forms.ChoiceField(label=pgettext_lazy("challenges", "Game"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)
    pace = forms.ChoiceField(label=_("Time for a turn"), required=False)
    option = forms.ChoiceField(label=_("Played with"), required=False)

    def __init__(self, asked: Mapping[str, Any]) -> None:
        super().__init__(asked, label_suffix="")
        counts = sorted({terms.seats for terms in terms_to_choose()})
        every: dict[str, list[tuple[Any, str]]] = {
            "game": game_choices(),
            "seats": [(count, str(count)) for count in counts],
            "pace": [
                (FAST, gettext("a day or less")),
                (MEDIUM, gettext("two to four days")),
                (SLOW, gettext("longer")),
            ],
            "option": [(NO_OPTION, gettext("nothing added")), *option_names().items()],
        }
        for name, choices in every.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 (for the type checker)
            field.choices = [("", gettext("any")), *choices]

    @property
    def wanted(self) -> GameSearch:
        """What is looked for."""
        self.full_clean()
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        return GameSearch(**chosen)
