"""A game by its name: its players go to their board, others may watch if it is public."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duel.errors import Refused
from duel.games.registry import presentation_of
from duel.games.results import places_of, result_sentence
from duel.games.stories import story_sentences
from duel.games.titles import title_of
from duel.models import Game
from duel.record.events import last_events
from duel.record.links import Link, Purpose, link_token
from duel.record.log import log_as_of
from duel.record.selectors import closed_until, names_of, readable_game, view_for, was_unreachable

LAST_PLIES = 12


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game to whoever may see it; to others it is as if there were none."""
    try:
        found, mine = readable_game(public_id, request.user)
        if mine:
            return redirect(_board(found, min(mine, key=lambda number: number != found.to_move)))
        view = view_for(found, None)
    except Refused:
        raise Http404 from None
    names, presentation = names_of(found), presentation_of(found)
    context = {
        "game": found,
        "title": title_of(found),
        "names": names,
        "watched": presentation.watched(view, names),
        "template": f"{presentation.templates}/watch.html",
        "since": story_sentences(found, last_events(found, LAST_PLIES), names, None),
        "result": _result(found, names),
        "places": places_of(log_as_of(found), names) if found.result and len(names) > 2 else "",
        "closed_until": closed_until(found),
        "to_move": names[found.to_move] if found.to_move is not None else "",
    }
    return render(request, "duel/watch.html", context)


def _result(game: Game, names: Sequence[str]) -> str:
    """Return how the game ended; nothing while it runs."""
    if not game.result:
        return ""
    unreachable = was_unreachable(game)
    return result_sentence(game, game.result, names, None, is_unreachable=unreachable)


def _board(game: Game, number: int) -> str:
    seat = game.seats.get(number=number)
    link = Link(game.pk, seat.number, game.ply)
    return reverse("duel:board", args=[link_token(Purpose.BOARD, link, epoch=seat.link_epoch)])
