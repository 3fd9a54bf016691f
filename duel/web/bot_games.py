"""Pages that begin a game against a bot at once: by one press when signed in, else by one letter.

A press on the page of the letter's link makes a newcomer an account and signs its reader in.
"""

from contextlib import nullcontext
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import AddressForm
from accounts.models import SignInRequest, User
from accounts.models.person import speaking_to
from accounts.requests import network_of
from accounts.services.sign_in import Suspended, may_sign_in, refuse_suspended
from accounts.services.sign_in import sign_in as let_in
from accounts.tokens import LinkIsDead, open_request
from accounts.views.sign_in import dead_link_page, suspended_page
from duel.errors import ClosedToNewcomers, Refused
from duel.games.registry import full_title, game_choices
from duel.lobby.bot_games import BotGame, ask_by_letter, begin_at_once, wanted_game
from duel.web.proposals import NewPlayerForm
from duel.words.terms import in_full, level_choices, word_of_bot_sentence


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


_FORM = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(_FORM)
def play_bot(request: HttpRequest) -> HttpResponse:
    """Ask which game against which bot; begin it, or post the letter that does."""
    user = request.user if isinstance(request.user, User) else None
    kind = BotGameForm if user else VisitorBotGameForm
    form = kind(request.POST or None, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        if user is not None:
            return _begin(request, user, form.wanted)
        ask_by_letter(
            wanted=form.wanted,
            address=form.cleaned_data["address"],
            network=network_of(request),
            language=get_language() or settings.LANGUAGE_CODE,
        )
        return redirect("duel:bot-game-asked")
    context = {"bot_form": form, "sign_up": settings.SIGN_UP, "word": word_of_bot_sentence()}
    return render(request, "duel/play_bot.html", context)


@require_safe
def letter_sent(request: HttpRequest) -> HttpResponse:
    """Say that a letter is coming, whether or not the address is known."""
    return render(request, "duel/bot_game_letter_sent.html", {"minutes": settings.SIGN_IN_MINUTES})


@never_cache
@require_http_methods(_FORM)
def begin_by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does; when it is pressed, sign its reader in and begin the game."""
    sign_in = open_request(token)
    wanted = wanted_game(sign_in) if sign_in else None
    if sign_in is None or wanted is None:
        return _dead_link(request)
    try:
        refuse_suspended(sign_in.address)
    except Suspended as refusal:
        return suspended_page(request, refusal.person)
    person = User.objects.filter(email=sign_in.address).first()
    if not may_sign_in(sign_in.address):
        if person is not None:
            return _dead_link(request)
        # The letter was posted when newcomers were still taken in.
        context = {"title": str(ClosedToNewcomers.sentence)}
        return render(request, "duel/invitation_answered.html", context, status=403)
    with speaking_to(person) if person else nullcontext():
        return _press(request, sign_in, wanted, person)


def _press(
    request: HttpRequest, sign_in: SignInRequest, wanted: BotGame, person: User | None
) -> HttpResponse:
    initial = {"language": get_language()}
    form = None if person else NewPlayerForm(request.POST or None, initial=initial)
    if request.method != "POST" or (form is not None and not form.is_valid()):
        context = {
            "title": full_title(wanted.terms),
            "bot": wanted.bot,
            "clock": in_full(wanted.terms.time, seats=wanted.terms.seats, against_bots=True),
            "word": word_of_bot_sentence(),
            "address": sign_in.address,
            "person": person,
            "form": form,
        }
        return render(request, "duel/bot_game_begin.html", context)
    try:
        player = let_in(
            request=request, sign_in_request=sign_in, **(form.cleaned_data if form else {})
        )
    except LinkIsDead:  # somebody pressed the same button a moment earlier
        return _dead_link(request)
    return _begin(request, player, wanted)


def _begin(request: HttpRequest, player: User, wanted: BotGame) -> HttpResponse:
    """Lead to the table of the new game, or say why it cannot begin."""
    try:
        game = begin_at_once(by=player, wanted=wanted)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duel:home")
    sentence = gettext(
        "The game has begun. Whenever it is your turn, a letter comes to %(address)s."
    )
    messages.success(request, sentence % {"address": player.email})
    return redirect("duel:game", game.public_id)


def _dead_link(request: HttpRequest) -> HttpResponse:
    """Say so; somebody who pressed twice finds the game among their games."""
    if request.user.is_authenticated:
        return redirect("duel:home")
    return dead_link_page(request)
