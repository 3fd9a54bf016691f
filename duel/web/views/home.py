"""The first page: for visitors what this is, for players what there is to do."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.forms import AddressForm
from accounts.models import User
from duel.lobby.challenges import open_challenges, with_seats
from duel.lobby.selectors import lobby_of
from duel.web.bot_forms import BotGameForm, VisitorBotGameForm
from duel.web.front import front
from duel.web.views.challenges import challenge_in_full

FEW_CHALLENGES = 3


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show a visitor what this is, and a player their games."""
    if isinstance(request.user, User):
        lobby = lobby_of(request.user, now=timezone.now())
        # Whoever comes from a turn and finds nothing to go on with is told so.
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
