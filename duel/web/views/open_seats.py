"""The page of a seat whose player has left: what the game is, and a button to play on in it."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from duel.errors import HasSeenHidden
from duel.models import Game, Seat
from duel.perspective.opening import spectator_of
from duel.play.newcomers import take_seat
from duel.web.views.proposals import agreement, to_games
from duel.words.naming import joined
from support.conflicts import has_seen_hidden


def show_open_seat(
    request: HttpRequest, game: Game, seats: Sequence[Seat], refusal: str
) -> HttpResponse:
    """Show what whoever takes the seat comes to; of the position, what a spectator may see.

    Of a game that nobody else may watch, that is told only once one plays in it.
    """
    watched = spectator_of(game.public_id)
    if watched is None:
        raise Http404
    names, presentation = watched.names, watched.presentation
    context = {
        **agreement(game),
        "players": joined([names[seat.number] for seat in seats if seat.left_at is None]),
        "until": min(seat.open_until for seat in seats if seat.open_until),
        "turn": watched.game.turn,
        "refusal": refusal,
    }
    if game.is_public:
        context["watched"] = presentation.spectator_view(watched.view, names)
        context["template"] = f"{presentation.templates}/watch.html"
    return render(request, "duel/open_seat.html", context)


def take_open_seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Let somebody play on in the seat; not an operator who has seen what is hidden in the game."""
    if has_seen_hidden(user, game):
        raise HasSeenHidden
    seat = take_seat(public_id=game.public_id, by=user)
    return to_games(request, seat.game, user)
