"""The table of a game at its lasting address: for its players, and for others if it is public."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.errors import BrokenGame, Refused
from duel.games.registry import title_of
from duel.record.selectors import closed_until
from duel.table.open_table import OpenTable, Visitor, open_table
from duel.web.linked.damage_page import show_damage
from duel.web.linked.departed_seat import show_as_left
from duel.web.linked.table import api_address, show_table, table_state


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game to whoever may see it; to others it is as if there were none."""
    person = request.user if isinstance(request.user, User) else None
    try:
        opened = open_table(public_id, Visitor(person))
    except Refused:
        raise Http404 from None
    perspective = opened.perspective
    if perspective.seat is None:
        return _show_to_spectator(request, opened)
    try:
        if perspective.seat.has_left:
            return show_as_left(request, perspective)
        return show_table(request, perspective, number=opened.number)
    except BrokenGame as broken:
        return show_damage(request, broken.game, perspective.seat)


def _show_to_spectator(request: HttpRequest, opened: OpenTable) -> HttpResponse:
    """Show the table as everybody may see it."""
    perspective = opened.perspective
    game, names = perspective.game, perspective.names
    presentation = perspective.presentation
    context = {
        "game": game,
        "api": api_address(game),
        "title": title_of(game),
        "names": names,
        "seats": perspective.seats,
        "seat": None,
        "regions": presentation.table(perspective.view, None, names),
        "watched": presentation.spectator_view(perspective.view, names),
        "template": f"{presentation.templates}/watch.html",
        "closed_until": closed_until(game),
        "state": table_state(perspective, opened.number),
        "since": perspective.story(),
        "result": perspective.result_words,
        "places": perspective.places_words,
        "to_move": names[game.to_move] if game.to_move is not None else "",
    }
    return render(request, "duel/watch.html", context)
