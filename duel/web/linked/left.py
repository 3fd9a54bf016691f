"""Where all links lead of somebody who has left a game that the others play on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from duel.games.registry import presentation_of
from duel.games.stories import story_sentences
from duel.models import Seat
from duel.record.events import last_events
from duel.record.links import Link, Purpose, link_token
from duel.record.selectors import names_of, view_for
from duel.timekeeping.in_words import vacancy_sentences

LAST_PLIES = 12


def show_as_left(request: HttpRequest, seat: Seat, *, said: str = "") -> HttpResponse:
    """Say that its player has left, and show them the game as a spectator sees it.

    `said` is what their press has just done; any other press does nothing.
    """
    game, names = seat.game, names_of(seat.game)
    presentation = presentation_of(game)
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TROUBLE, link, epoch=seat.link_epoch)
    context = {
        "names": names,
        "table": vacancy_sentences(game.seats.select_related("user"), seat.user),
        "said": said,
        "was_refused": request.method == "POST" and not said,
        "to_move": names[game.to_move] if game.to_move is not None else "",
        "since": story_sentences(game, last_events(game, LAST_PLIES), names, seat.number),
        "watched": presentation.watched(view_for(game, None), names),
        "template": f"{presentation.templates}/watch.html",
        "trouble": reverse("duel:trouble", args=[token]),
    }
    status = 409 if context["was_refused"] else 200
    return render(request, "duel/linked/left.html", context, status=status)
