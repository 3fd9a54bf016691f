"""The file of a game, for those who may read it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from duel.errors import Refused
from duel.selectors import game_file, readable_game, seats_of


@require_safe
@cache_control(no_store=True)
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand over the game's file; to others it is as if there were no such game."""
    try:
        game = readable_game(public_id, request.user)
        file = game_file(game, reader=seats_of(game, request.user))
    except Refused:
        raise Http404 from None
    return HttpResponse(
        file,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="duelpost-{public_id}.json"'},
    )
