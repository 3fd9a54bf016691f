"""Leads players who are signed in from a game's lasting address to the pages of their seat.

The pages themselves open by links that are good for one position; these addresses are always good.
"""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.models import KnownSeat
from duel.perspective.perspective import Perspective, perspective_of_player
from duel.record.links import Purpose
from duel.web.linked.tokens import token_at


def own_seat(user: User, public_id: str) -> tuple[Perspective, KnownSeat]:
    """Return the game as the person knows it, and their seat; raise Http404 for others."""
    perspective = perspective_of_player(user, public_id)
    if perspective is None or perspective.seat is None:
        raise Http404
    return perspective, perspective.seat


@login_required
@never_cache
@require_safe
def more(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead to what can be done beside moving."""
    return _lead(request, public_id, "duel:more", Purpose.MORE)


@login_required
@never_cache
@require_safe
def about_time(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead to how the clock stands, and what can be done about it."""
    return _lead(request, public_id, "duel:time", Purpose.TIME)


def _lead(request: HttpRequest, public_id: str, page: str, purpose: Purpose) -> HttpResponse:
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    return redirect(page, token_at(own_seat(request.user, public_id)[1], purpose))
