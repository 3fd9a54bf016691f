"""The file of a game, for those who may read it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from duel.errors import Refused
from duel.record.export import game_file
from duel.record.links import Purpose
from duel.record.selectors import readable_game
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.tokens import board_address


@require_safe
@cache_control(no_store=True)
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand over the game's file; to others it is as if there were no such game."""
    try:
        game, seats = readable_game(public_id, request.user)
        file = game_file(game, reader=seats)
    except Refused:
        raise Http404 from None
    return _attached(file, public_id)


@require_safe
@by_link(Purpose.BOARD)
def download_by_link(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Hand the file of a game that is over to the holder of the link to its last board."""
    if not ctx.is_fresh or ctx.game.result is None:
        return redirect(board_address(ctx.perspective, ply=ctx.link.ply))
    return _attached(game_file(ctx.game, reader={ctx.seat.number}), ctx.game.public_id)


def _attached(file: str, public_id: str) -> HttpResponse:
    """Return the file of a game as an answer that browsers keep under its name."""
    return HttpResponse(
        file,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="duelpost-{public_id}.json"'},
    )
