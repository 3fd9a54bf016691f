"""On to the next game that waits for one's move."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.lobby.waiting import games_waiting_after


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
