"""The page behind "play again" in the last letter of a game: one button, no sign-in."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from duel.errors import NotYourSeat, Refused
from duel.lobby.proposals import rematch
from duel.models import Status
from duel.record.links import Purpose
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.sentences import say
from duel.web.views.beginning import next_steps
from duel.words.naming import all_others


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.REMATCH)
def again(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Ask on GET; on a press propose the same game to the same people, or accept theirs."""
    if ctx.seat.user is None:
        return say(request, str(NotYourSeat()), status=409)
    context: dict[str, Any] = {
        **all_others(ctx.perspective.names, ctx.seat.number),
        "asked": False,
        "steps": [],
    }
    if request.method == "POST":
        try:
            game = rematch(public_id=ctx.game.public_id, by=ctx.seat.user)
        except Refused as refusal:
            return say(request, str(refusal), status=409)
        context["asked"] = True
        if game.status == Status.RUNNING:
            is_own = request.user == ctx.seat.user
            context["steps"] = next_steps(
                game, ctx.seat.user, is_signed_in=is_own, tells_address=False
            )
    return render(request, "duel/linked/again.html", context)
