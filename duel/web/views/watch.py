"""The table of a game at its lasting address: for its players, and for others if it is public."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duel.errors import BrokenGame, Refused
from duel.games.registry import presentation_of
from duel.games.results import places_of, result_sentence
from duel.games.stories import story_sentences
from duel.games.titles import title_of
from duel.models import Game, Seat, Status
from duel.record.events import last_events
from duel.record.links import Link
from duel.record.log import log_as_of
from duel.record.selectors import names_of, readable_game, table_of, view_for, was_unreachable
from duel.web.linked.context import LinkContext
from duel.web.linked.damaged import show_damage
from duel.web.linked.left import show_as_left
from duel.web.linked.table import seat_at_table, show_table

LAST_PLIES = 12


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game to whoever may see it; to others it is as if there were none."""
    try:
        found, mine = readable_game(public_id, request.user)
    except Refused:
        raise Http404 from None
    if found.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    if not mine:
        return _show_to_spectator(request, found)
    number = seat_at_table(mine, found)
    seat = next(each for each in table_of(found) if each.number == number)
    seat.game = found
    return _show_to_player(request, seat)


def _show_to_player(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show the table of their seat; where its record is broken, or they have left, that."""
    if seat.has_left:
        return show_as_left(request, seat)
    game = seat.game
    try:
        return show_table(request, LinkContext(seat, Link(game.pk, seat.number, game.ply)))
    except BrokenGame as broken:
        return show_damage(request, broken.game, seat)


def _show_to_spectator(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the table as everybody may see it."""
    names, presentation = names_of(game), presentation_of(game)
    context = {
        "base": "base.html",
        "game": game,
        "title": title_of(game),
        "names": names,
        "regions": presentation.table(view_for(game, None), None, names),
        "state": {"ply": game.ply, "number": 0, "status": game.status, "turn": None},
        "since": story_sentences(game, last_events(game, LAST_PLIES), names, None),
        "result": _result(game, names),
        "places": places_of(log_as_of(game), names) if game.result and len(names) > 2 else "",
        "to_move": names[game.to_move] if game.to_move is not None else "",
    }
    return render(request, "duel/watch.html", context)


def _result(game: Game, names: Sequence[str]) -> str:
    """Return how the game ended; nothing while it runs."""
    if not game.result:
        return ""
    unreachable = was_unreachable(game)
    return result_sentence(game, game.result, names, None, is_unreachable=unreachable)
