"""Where all links lead of somebody who has left a game that the others play on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from duel.games.registry import presentation_of
from duel.games.stories import story_sentences
from duel.games.titles import title_of
from duel.models import Seat
from duel.record.events import last_events
from duel.record.links import Link, Purpose, link_token
from duel.record.selectors import player_names, table_of, view_for
from duel.timekeeping.in_words import vacancy_sentences

LAST_PLIES = 12


def show_as_left(request: HttpRequest, seat: Seat, *, said: str = "") -> HttpResponse:
    """Say that its player has left, and show them the game as a spectator sees it.

    `said` is what their press has just done; any other press does nothing.
    """
    game, seats = seat.game, table_of(seat.game)
    names, view = player_names(seats), view_for(seat.game, None)
    presentation = presentation_of(game)
    mover = None if game.to_move is None else seats[game.to_move]
    link = Link(game.pk, seat.number, game.ply)
    token = link_token(Purpose.TROUBLE, link, epoch=seat.link_epoch)
    is_signed_in = seat.user is not None and request.user == seat.user
    context = {
        "base": "base.html" if is_signed_in else "duel/linked/base.html",
        "game": game,
        "title": title_of(game),
        "names": names,
        "regions": presentation.table(view, None, names),
        "vacancies": vacancy_sentences(seats, seat.user),
        "said": said,
        "was_refused": request.method == "POST" and not said,
        "to_move": names[mover.number] if mover and mover.left_at is None else "",
        "since": story_sentences(game, last_events(game, LAST_PLIES), names, seat.number),
        "watched": presentation.watched(view, names),
        "template": f"{presentation.templates}/watch.html",
        "trouble": reverse("duel:trouble", args=[token]),
        "is_signed_in": is_signed_in,
    }
    status = 409 if context["was_refused"] else 200
    return render(request, "duel/linked/left.html", context, status=status)
