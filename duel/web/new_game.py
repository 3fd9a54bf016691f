"""The page that proposes a game, and the form for its terms."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product, zip_longest
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.errors import BadTerms, Refused
from duel.games import registry
from duel.games.registry import (
    excluded_options,
    full_title,
    game_choices,
    presentation_of,
    terms_nearest,
    terms_to_choose,
)
from duel.lobby.proposals import propose
from duel.models import Game, Leaving
from duel.web.proposals import lead_to_game
from duel.words.naming import DAY, HOUR
from duel.words.terms import (
    PRESETS,
    Terms,
    TimeControl,
    in_words,
    lasting,
    level_choices,
    word_of_bot_sentence,
)
from engine.games import find_game

OWN = "own"
OF_TWO = [
    ("address", _("somebody whose e-mail address I know: they get a letter")),
    ("link", _("somebody to whom I hand a link")),
    ("anyone", _("whoever comes first: an open challenge in the lobby")),
    ("myself", _("myself, to try it out")),
]
"""With whom a game for two is played, beside the bots."""
OF_SEVERAL = [
    ("address", _("people whose e-mail addresses I know: each gets a letter")),
    ("link", _("people to whom I hand a link; whoever has an address below gets a letter")),
    ("anyone", _("whoever comes first: an open challenge; an address below keeps a seat")),
    ("myself", _("myself, to try it out")),
]
"""With whom a game for more than two is played."""
SECOND_AND_THIRD = (_("The second e-mail address"), _("The third e-mail address"))
AGAINST_BOT = "bot-"
"""Before the level, where the only opponent is a bot."""


def _address_field(label: Any) -> forms.EmailField:
    return forms.EmailField(
        label=label,
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


def _amount_field(label: Any, *, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


class NewGameForm(forms.Form):
    """Asks with whom, with what, on which clock and before whom to play a game for so many."""

    opponent = forms.ChoiceField(
        label=_("Against whom?"),
        choices=OF_TWO,
        initial="address",
        widget=forms.RadioSelect,
    )
    address = _address_field(_("Their e-mail address"))
    own_word = forms.BooleanField(
        label=_("A game against bots alone waits for my own word for the shuffle"), required=False
    )
    game = forms.ChoiceField(choices=game_choices, widget=forms.HiddenInput)
    seats = forms.TypedChoiceField(
        coerce=int,
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This game is not for so many players.")},
    )
    options = forms.MultipleChoiceField(
        label=_("With which extras?"), required=False, widget=forms.CheckboxSelectMultiple
    )
    time = forms.ChoiceField(label=_("How much time?"), initial="3-days", widget=forms.RadioSelect)
    grace = _amount_field(_("Hours that each turn has of its own"), most=30 * 24)
    bank = _amount_field(_("Days in the bank at first"), most=60)
    increment = _amount_field(_("Hours that each finished turn adds to the bank"), most=7 * 24)
    cap = _amount_field(_("Days that the bank holds at most"), most=60)
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
        help_text=_("The seat is offered for seven days; meanwhile all clocks stand still."),
    )
    is_public = forms.BooleanField(
        label=_("Anyone may watch"),
        required=False,
        help_text=_(
            "No player or spectator sees the hidden cards of others before the game is over."
        ),
    )
    warns = forms.BooleanField(
        label=_("Warn both players when the opponent could win on the next turn"),
        required=False,
        initial=True,
        help_text=_("Only by what is visible; nothing hidden is told."),
    )

    def __init__(self, data: QueryDict | None = None, *, usual: Terms) -> None:
        super().__init__(data, initial={"game": usual.game, "seats": usual.seats})
        self.usual = usual
        self._fit_terms()
        self._fit_people()

    def _fit_terms(self) -> None:
        """Ask for what this game can be played with, and say how long it lasts for so many."""
        usual, presentation = self.usual, presentation_of(self.usual)
        counts = find_game(usual.game, usual.rules).seat_counts
        self._set_choices("seats", [(number, number) for number in counts])
        self._set_choices("options", list(presentation.options))
        lengths = {"turns": presentation.usual_turns(usual.seats), "seats": usual.seats}
        clocks = [
            (name, f"{in_words(time)} – {lasting(time, **lengths)}")
            for name, time in PRESETS.items()
        ]
        self._set_choices("time", [*clocks, (OWN, gettext("the values below"))])

    def _fit_people(self) -> None:
        """Ask for as many addresses or bots as there are others, in words for so many."""
        self.fields["own_word"].help_text = word_of_bot_sentence()
        if settings.SIGN_UP == "closed":
            self.fields["address"].help_text = _(
                "This service takes in nobody new: only people who have played here can accept."
            )
        if self.usual.seats == 2:
            self._set_choices("opponent", _against_one())
            return
        self.fields["opponent"].label = _("With whom?")
        self._set_choices("opponent", OF_SEVERAL)
        self.fields["address"].label = _("The first e-mail address")
        for name, label in zip(self._further(), SECOND_AND_THIRD, strict=False):
            self.fields[name] = _address_field(label)
        for name in self._bot_fields():
            self.fields[name] = forms.ChoiceField(
                label=_("or a bot in this seat"),
                required=False,
                choices=[("", gettext("no bot")), *level_choices()],
            )
        self._set_choices(
            "late",
            [
                ("claim", _("any other player may claim the game, or grant more time")),
                ("lost", _("whoever is late loses at once")),
            ],
        )
        self.fields["warns"].label = _("Warn all players when another could win on the next turn")

    def _further(self) -> list[str]:
        return [f"address_{number}" for number in range(2, self.usual.seats)]

    def _bot_fields(self) -> list[str]:
        return [f"bot_{number}" for number in range(1, self.usual.seats) if self.usual.seats > 2]

    def _set_choices(self, field: str, choices: list[tuple[Any, Any]]) -> None:
        cast(forms.ChoiceField, self.fields[field]).choices = choices

    def seat_fields(self) -> Iterator[forms.BoundField]:
        """Yield, seat by seat, the fields for addresses and bots."""
        names = zip_longest(("address", *self._further()), self._bot_fields())
        return (self[name] for pair in names for name in pair if name)

    def ticks(self) -> Iterator[tuple[BoundWidget, str, bool]]:
        """Yield a tick for each option, what it is not played with, and whether that hides it.

        Each comes after the one that excludes it, so that the page can hide it while that is
        ticked. Both are shown once both were sent: one of them has to be taken out.
        """
        presentation = presentation_of(self.usual)
        names = {key: str(name) for key, name in presentation.options}
        ticks = {str(tick.data["value"]): tick for tick in self["options"]}
        rivals: dict[str, str] = {}
        for key, other in product(names, repeat=2):
            if key not in presentation.available_options(frozenset({other, key})):
                rivals.setdefault(key, other)
        is_hidden = not self["options"].errors
        for first in (key for key in names if key not in rivals):
            yield ticks[first], "", False
            for key in (key for key in names if rivals.get(key) == first):
                yield ticks[key], names[first], is_hidden

    @property
    def can_be_left(self) -> bool:
        """Whether any of the games is for more than two, so that it can go on without a player."""
        return any(
            max(find_game(name, rules).seat_counts) > 2 for name, rules in registry.PRESENTATIONS
        )

    def clock_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of a time control of one's own."""
        return (self[name] for name in ("grace", "bank", "increment", "cap"))

    def clean(self) -> dict[str, Any]:
        """Return the answers, with the `terms` that they make."""
        data = super().clean() or self.cleaned_data
        self._check_addresses(data)
        if not self.errors:
            data["terms"] = self._terms(data)
            self._check_options(data["terms"])
            try:
                data["terms"].check()
            except BadTerms:
                sentence = _(
                    "Nobody can play on this clock: a turn needs at least an hour, and the "
                    "bank must hold what it begins with and what is added to it."
                )
                self.add_error("time", sentence)
        return data

    def _check_addresses(self, data: dict[str, Any]) -> None:
        """Gather who is to be invited; a game of two by a link, or for anyone, invites nobody."""
        written = [data.get(name) for name in ("address", *self._further())]
        opponent = data.get("opponent") or ""
        invites = opponent == "address" or self.usual.seats > 2
        data["invited"] = [address for address in written if address] if invites else []
        self._check_bots(data, opponent, written)
        if opponent != "address" or None in written:
            return
        if self.usual.seats == 2 and not data["invited"]:
            self.add_error("address", _("Write the address of your opponent."))
        elif len(data["invited"]) + len(data["bots"]) < len(written):
            sentence = _(
                "Write an address or choose a bot for each of the others, or choose who else "
                "may come."
            )
            self.add_error("opponent", sentence)

    def _check_bots(
        self, data: dict[str, Any], opponent: str, written: Sequence[str | None]
    ) -> None:
        """Gather the levels of the bots that sit down; nobody is invited to the seat of one."""
        if self.usual.seats == 2:
            is_bot = opponent.startswith(AGAINST_BOT)
            data["bots"] = [opponent.removeprefix(AGAINST_BOT)] if is_bot else []
            return
        chosen = {name: data.get(name) or "" for name in self._bot_fields()}
        data["bots"] = [level for level in chosen.values() if level]
        for (name, level), address in zip(chosen.items(), written, strict=True):
            if level and address:
                sentence = _("Write an address or choose a bot for this seat, not both.")
                self.add_error(name, sentence)
        if opponent == "myself" and data["bots"]:
            self.add_error("opponent", _("Against yourself all seats are yours: choose no bot."))

    def _check_options(self, terms: Terms) -> None:
        for option in excluded_options(terms):
            sentence = _(
                "%(option)s cannot be played with the rest of what you chose: take it out."
            )
            self.add_error("options", sentence % {"option": capfirst(option)})

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
            seats=data["seats"] or self.usual.seats,
            options=frozenset(data["options"]),
            time=replace(
                time,
                free_weekends=data["free_weekends"],
                late_may_be_claimed=data["late"] == "claim",
            ),
            is_public=data["is_public"],
            warns=data["warns"],
            leaving=data["leaving"] or Leaving.OUT.value,
        )


def _against_one() -> list[tuple[str, Any]]:
    """Return the only opponents that there can be, with a bot of each level."""
    sentence = gettext("a bot: %(level)s")
    bots = [
        (f"{AGAINST_BOT}{level}", sentence % {"level": words}) for level, words in level_choices()
    ]
    first, *rest = OF_TWO
    return [first, *bots, *rest]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Ask for the terms of a new game, and propose it."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    wanted = request.POST or request.GET
    usual = terms_nearest(wanted.get("game", ""), wanted.get("seats", ""))
    form = NewGameForm(request.POST or None, usual=usual)
    if request.method == "POST" and form.is_valid():
        try:
            game = _propose(request.user, form)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return lead_to_game(request, game, request.user)
    choices = [(terms, full_title(terms)) for terms in terms_to_choose()]
    context = {"form": form, "usual": usual, "title": full_title(usual), "choices": choices}
    return render(request, "duel/new_game.html", context)


def _propose(by: User, form: NewGameForm) -> Game:
    data = form.cleaned_data
    terms, invited, bots = data["terms"], data["invited"], data["bots"]
    if data["opponent"] == "myself":
        invited = [by.email] * (terms.seats - 1)
    is_full = len(invited) + len(bots) == terms.seats - 1
    return propose(
        by=by,
        terms=terms,
        invite=invited,
        bots=bots,
        is_listed=data["opponent"] == "anyone" and not is_full,
        own_word_first=data["own_word"],
    )
