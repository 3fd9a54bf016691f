"""The page of a game whose record is damaged: a sentence, never an error.

Pages of games show it.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from duel.errors import BrokenGame
from duel.games.damage_sentences import (
    damage_sentences,
    settlement_sentences,
    told_by_letter,
)
from duel.integrity.divergences import note_broken
from duel.models import AnyGame, KnownSeat
from duel.record.links import Purpose
from duel.record.selectors import names_of
from duel.record.settlements import settlement_of
from duel.web.linked.tokens import token_at


def show_damage(
    request: HttpRequest, game: AnyGame, seat: KnownSeat | None = None, *, is_known: bool = True
) -> HttpResponse:
    """Say that the record of the game is damaged, or how it was settled.

    The operators are told, as soon as anybody looks. `seat` is whose link it was. Unless it is
    known that the reader may see the game, no name is told.
    """
    note_broken(game)
    names = names_of(game) if is_known else []
    settlement = settlement_of(game)
    if settlement is None:
        sentences = damage_sentences(game)
    elif is_known:
        sentences = settlement_sentences(game, settlement, names, seat.number if seat else None)
    else:
        sentences = [damage_sentences(game)[0], told_by_letter(game)]
    context = {"names": names, "sentences": sentences, "trouble": _trouble(seat)}
    is_told = settlement is not None and request.method != "POST"
    return render(request, "duel/linked/damaged.html", context, status=200 if is_told else 409)


class DamagedGames(MiddlewareMixin):
    """A middleware: wherever a page comes upon a broken record, that is what it says."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer for a page that was about a game whose record is broken."""
        if not isinstance(error, BrokenGame):
            return None
        response = show_damage(request, error.game)
        response["Cache-Control"] = "no-store, private"
        return response


def _trouble(seat: KnownSeat | None) -> str:
    return reverse("duel:trouble", args=[token_at(seat, Purpose.TROUBLE)]) if seat else ""
