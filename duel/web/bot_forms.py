"""Forms about a game against a bot, begun at once."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import AddressForm
from accounts.models import User
from duel.games.registry import game_choices
from duel.lobby.at_once import BotGame
from duel.words.terms import level_choices


class BotGameForm(forms.Form):
    """Asks which game, and against which bot: somebody who is signed in needs no more."""

    game = forms.ChoiceField(label=_("Which game?"), choices=game_choices)
    level = forms.ChoiceField(
        label=_("Against which bot?"), choices=level_choices, initial=User.Bot.APPRENTICE
    )

    def __init__(self, data: QueryDict | None = None, *, initial: Any = None) -> None:
        # Beside it on the page there may be a form that asks for an address as well.
        super().__init__(data, initial=initial, auto_id="bot_%s")

    @property
    def wanted(self) -> BotGame:
        """What was asked for."""
        return BotGame(self.cleaned_data["game"], self.cleaned_data["level"])


class VisitorBotGameForm(AddressForm, BotGameForm):
    """Asks a visitor for an address as well, to which the letter goes."""

    field_order = ["address", "game", "level"]
