"""From the lasting address of a game to the pages of one's own seat, for whoever is signed in.

The pages themselves open by links that are good for one position; these addresses are always good.
"""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.errors import Refused
from duel.models import Seat, Status
from duel.record.finality import game_known_at
from duel.record.links import Link, Purpose, link_token
from duel.record.selectors import find_by_public_id, seat_of


def own_seat(user: User, public_id: str) -> Seat:
    """Return the person's seat, its game as they may know it; for others there is none: Http404."""
    try:
        game = find_by_public_id(public_id)
        seat = seat_of(game, user)
    except Refused:
        raise Http404 from None
    if game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    seat.game, seat.user = game_known_at(game, seat.number), user
    return seat


def own_token(seat: Seat, purpose: Purpose) -> str:
    """Return the link of a seat to where its game stands."""
    link = Link(seat.game.pk, seat.number, seat.game.ply)
    return link_token(purpose, link, epoch=seat.link_epoch)


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
    return redirect(page, own_token(own_seat(request.user, public_id), purpose))
