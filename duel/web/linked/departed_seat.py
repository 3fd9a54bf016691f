"""The page for players who have left a game that the others play on: all their links lead here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from duel.games.registry import title_of
from duel.perspective.perspective import Perspective
from duel.record.links import Purpose
from duel.timekeeping.in_words import vacancy_sentences
from duel.web.linked.tokens import token_at


def show_as_left(request: HttpRequest, perspective: Perspective, *, said: str = "") -> HttpResponse:
    """Say that its player has left, and show them the game as a spectator sees it.

    `said` is what their press has just done; any other press does nothing.
    """
    game, seat, seats = perspective.game, perspective.seat, perspective.seats
    if seat is None:
        raise TypeError("A spectator cannot have left.")
    names, presentation = perspective.names, perspective.presentation
    mover = None if game.to_move is None else seats[game.to_move]
    token = token_at(seat, Purpose.TROUBLE)
    is_signed_in = seat.user is not None and request.user == seat.user
    context = {
        "base": "base.html" if is_signed_in else "duel/linked/base.html",
        "game": game,
        "title": title_of(game),
        "names": names,
        "regions": presentation.table(perspective.view, None, names),
        "vacancies": vacancy_sentences(seats, seat.user),
        "said": said,
        "was_refused": request.method == "POST" and not said,
        "to_move": names[mover.number] if mover and mover.left_at is None else "",
        "since": perspective.story(),
        "watched": presentation.spectator_view(perspective.view, names),
        "template": f"{presentation.templates}/watch.html",
        "trouble": reverse("duel:trouble", args=[token]),
        "is_signed_in": is_signed_in,
    }
    status = 409 if context["was_refused"] else 200
    return render(request, "duel/linked/left.html", context, status=status)
