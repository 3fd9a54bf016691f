"""The home page, for visitors and for players, and the way to the next game that waits."""

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.forms import AddressForm
from accounts.models import User
from duel.games.base import MoveItem, Region
from duel.games.examples import example_names, example_sheet, example_view
from duel.games.registry import PRESENTATIONS
from duel.lobby.challenges import open_challenges, with_seats
from duel.lobby.selectors import games_waiting_after, lobby_of
from duel.web.bot_games import BotGameForm, VisitorBotGameForm
from duel.web.challenge_list import challenge_in_full

SHOWN, BESIDE = ("duel", 1), ("splendor", 1)
"""The game whose table and letter are shown, and the one with a small picture."""

_LETTER_MOVES = 5


@dataclass(frozen=True)
class Front:
    """A game as its table and its letter show it, and another one in small."""

    game: str
    title: str
    names: tuple[str, ...]
    turn: int
    regions: tuple[Region, ...]
    letter: str
    """Some lines of a letter's text, as it is sent."""
    moves: tuple[MoveItem, ...]
    """Some of the moves in it."""
    left: int
    """How many more there are."""
    beside: str
    picture: SafeString


def front() -> Front:
    """Return what the front page shows, in the language of the moment."""
    return _front(get_language())


@cache  # it is the same for everybody and for ever
def _front(language: str | None) -> Front:
    presentation, beside = PRESENTATIONS[SHOWN], PRESENTATIONS[BESIDE]
    names, view = example_names(*SHOWN), example_view(*SHOWN)
    sheet = example_sheet(*SHOWN)
    # Some of each kind, as readers of the letter would find them.
    shown = [item for group in sheet.moves.meant for item in group.items[:2]][:_LETTER_MOVES]
    return Front(
        game=SHOWN[0],
        title=presentation.title,
        names=names,
        turn=sheet.turn,
        regions=presentation.table(view, None, names),
        letter=render_to_string(f"{sheet.templates}/front.txt", {"sheet": sheet}),
        moves=tuple(shown),
        left=len([*sheet.moves]) - len(shown),
        beside=beside.title,
        picture=beside.picture(example_view(*BESIDE), None, example_names(*BESIDE)),
    )


FEW_CHALLENGES = 3


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show a visitor what this is, and a player their games."""
    if isinstance(request.user, User):
        lobby = lobby_of(request.user, now=timezone.now())
        # Players who come from a turn read that no other game waits.
        is_idle = "after" in request.GET and not lobby.to_move
        context = {"lobby": lobby, "is_idle": is_idle, "bot_form": BotGameForm()}
        return render(request, "duel/games.html", context)
    listed = with_seats(open_challenges(now=timezone.now())[:FEW_CHALLENGES])
    context = {
        "front": front(),
        "challenges": [challenge_in_full(game) for game in listed],
        "form": AddressForm(),
        "bot_form": VisitorBotGameForm(),
        "sign_up": settings.SIGN_UP,
    }
    return render(request, "duel/home.html", context)


@login_required
@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Lead to the most urgent game beside the one that was left, or home if nothing waits."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    after = request.GET.get("after", "")
    line = games_waiting_after(request.user, after).next
    if line is not None:
        return redirect(line.url)
    return redirect(f"{reverse('duel:home')}?{urlencode({'after': after})}")
