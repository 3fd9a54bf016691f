"""The first page: for visitors what this is, for players what there is to do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.games.registry import PRESENTATIONS
from duel.lobby.selectors import lobby_of

FRONT = PRESENTATIONS["duel", 1]
"""The game that the front page shows."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show a visitor what this is, and a player their games."""
    if isinstance(request.user, User):
        lobby = lobby_of(request.user, now=timezone.now())
        return render(request, "duel/games.html", {"lobby": lobby})
    return render(request, "duel/home.html", {"game": FRONT})
