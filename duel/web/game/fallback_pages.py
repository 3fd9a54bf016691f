"""Pages that views of games show instead: a sentence, a damaged record, a game one has left."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from duel.errors import BrokenGame
from duel.games.damage_sentences import damage_sentences, settlement_sentences, told_by_letter
from duel.games.registry import title_of
from duel.integrity.divergences import check_broken_game
from duel.models import AnyGame, KnownSeat
from duel.perspective.perspective import Perspective
from duel.record.links import Purpose, seat_path
from duel.record.selectors import names_of
from duel.record.settlements import settlement_of
from duel.table.open_table import Drawing
from duel.timekeeping.in_words import vacancy_sentences

_BUTTONS_OF_THE_BOARD = ("take-back", "send-now", "discard")


def say(request: HttpRequest, sentence: str, *, status: int = 200) -> HttpResponse:
    """Return a page with one sentence, and the way to the games of a person who signs in."""
    context = {"sentence": sentence, "way_back": page_of_link(request)}
    return render(request, "duel/linked/sentence.html", context, status=status)


def page_of_link(request: HttpRequest) -> str:
    """Return the page of the link that was opened or pressed; signing in leads back there."""
    place = request.resolver_match
    if place is not None and place.url_name in _BUTTONS_OF_THE_BOARD:
        return reverse("duel:board", kwargs=place.kwargs)
    return request.path


def show_damage(
    request: HttpRequest, game: AnyGame, seat: KnownSeat | None = None, *, is_known: bool = True
) -> HttpResponse:
    """Say that the record of the game is damaged, or how it was settled, and tell the operators.

    `seat` is that of the link. No name is shown unless it `is_known` that the reader may see it.
    """
    check_broken_game(game)
    names = names_of(game) if is_known else []
    settlement = settlement_of(game)
    if settlement is None:
        sentences = damage_sentences(game)
    elif is_known:
        sentences = settlement_sentences(game, settlement, names, seat.number if seat else None)
    else:
        sentences = [damage_sentences(game)[0], told_by_letter(game)]
    context = {
        "names": names,
        "sentences": sentences,
        "trouble": seat_path(seat, Purpose.TROUBLE) if seat else "",
    }
    is_settled = settlement is not None and request.method != "POST"
    return render(request, "duel/linked/damaged.html", context, status=200 if is_settled else 409)


class DamagedGames(MiddlewareMixin):
    """A middleware that answers for pages that come upon a broken record."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer for a page that was about a game whose record is broken."""
        if not isinstance(error, BrokenGame):
            return None
        response = show_damage(request, error.game)
        response["Cache-Control"] = "no-store, private"
        return response


def show_departed_seat(
    request: HttpRequest, perspective: Perspective, *, outcome: str = ""
) -> HttpResponse:
    """Show the game to a player who has left, as a spectator sees it.

    `outcome` is what their press has just done; any other press does nothing.
    """
    game, seat, seats = perspective.game, perspective.seat, perspective.seats
    if seat is None:
        raise TypeError("A spectator cannot have left.")
    names, presentation = perspective.names, perspective.presentation
    mover = None if game.to_move is None else seats[game.to_move]
    is_signed_in = seat.user is not None and request.user == seat.user
    context = {
        "base": "base.html" if is_signed_in else "duel/linked/base.html",
        "title": title_of(game),
        "public_id": game.public_id,
        "drawing": Drawing(game, names, presentation.table(perspective.view, None, names)),
        "vacancies": vacancy_sentences(seats, seat.user),
        "outcome": outcome,
        "was_refused": request.method == "POST" and not outcome,
        "to_move": names[mover.number] if mover and mover.left_at is None else "",
        "since": perspective.story(),
        "watched": presentation.spectator_view(perspective.view, names),
        "template": f"{presentation.templates}/watch.html",
        "trouble": seat_path(seat, Purpose.TROUBLE),
        "is_signed_in": is_signed_in,
    }
    status = 409 if context["was_refused"] else 200
    return render(request, "duel/linked/departed_seat.html", context, status=status)
