"""Pages that propose a game once more: by the link in its last letter, or signed in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from duel.errors import NotYourSeat, Refused
from duel.lobby.proposals import rematch
from duel.models import Status
from duel.record.links import Purpose
from duel.web.game.context import LinkContext, by_link
from duel.web.game.fallback_pages import say
from duel.web.proposals import lead_to_game, next_steps
from duel.words.naming import all_others


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.REMATCH)
def again(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Ask on GET; on a press propose the same game to the same people, or accept theirs."""
    perspective, player = ctx.perspective, ctx.perspective.seat.user
    if player is None:
        return say(request, str(NotYourSeat()), status=409)
    steps: list[str] = []
    if request.method == "POST":
        try:
            game = rematch(public_id=perspective.game.public_id, by=player)
        except Refused as refusal:
            return say(request, str(refusal), status=409)
        if game.status == Status.RUNNING:
            is_own = request.user == player
            steps = next_steps(game, player, is_signed_in=is_own, tells_address=False)
    context = {
        **all_others(perspective.names, perspective.number),
        "asked": request.method == "POST",
        "steps": steps,
    }
    return render(request, "duel/linked/again.html", context)


@login_required
@require_POST
def ask_rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Propose the same game to the same people once more."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    try:
        return lead_to_game(request, rematch(public_id=public_id, by=request.user), request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duel:home")
