"""The page behind "play again" in the last letter of a game: one button, no sign-in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.errors import NotYourSeat, Refused
from duel.links import Purpose
from duel.models import Status
from duel.pages.linked import by_link, say
from duel.selectors import names_of
from duel.services.proposals import rematch


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.REMATCH)
def again(request: HttpRequest, door: Door) -> HttpResponse:
    """Ask on GET; on a press propose the same game to the same people, or accept theirs."""
    if door.seat.user is None:
        return say(request, str(NotYourSeat()), status=409)
    context = {
        "opponent": names_of(door.game)[1 - door.seat.number],
        "asked": False,
        "begun": False,
    }
    if request.method == "POST":
        try:
            game = rematch(public_id=door.game.public_id, by=door.seat.user)
        except Refused as refusal:
            return say(request, str(refusal), status=409)
        context |= {"asked": True, "begun": game.status == Status.RUNNING}
    return render(request, "duel/linked/again.html", context)
