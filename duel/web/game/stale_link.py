"""The page for a link of an earlier turn, which is never good again; pages of links show it.

It says what happened since. Its player, signed in, is led to the board; others may sign in, or have
the letter with the present turn sent once more to the player's own address.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.errors import Refused
from duel.play.turn_letters import send_turn_again
from duel.record.links import Purpose, seat_path
from duel.web.game.context import LinkContext, by_link
from duel.web.game.fallback_pages import page_of_link

TO_BOARD = "board"
"""In the address to which signing in leads back: it goes on to the board."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.LETTER)
def turn_letter(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Offer to send the letter with the present turn once more; on a press, send it."""
    if request.method != "POST":
        return show_what_happened(request, ctx)
    try:
        send_turn_again(seat=ctx.perspective.seat)
    except Refused as refusal:
        return show_what_happened(request, ctx, outcome=str(refusal))
    outcome = gettext(
        "The letter with your turn goes to your own address once more. If letters to you came "
        "back before, it cannot: sign in then, and confirm your address or give another one."
    )
    return show_what_happened(request, ctx, outcome=outcome)


def lead_on(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Redirect to the board if the turn of the link goes on; else say what happened since."""
    if ctx.turn_goes_on:
        return redirect(seat_path(ctx.perspective.seat, Purpose.BOARD))
    return show_what_happened(request, ctx)


def show_what_happened(
    request: HttpRequest, ctx: LinkContext, *, status: int = 200, outcome: str = ""
) -> HttpResponse:
    """Say that the game has moved on, what happened since the link was made, and how to go on."""
    perspective, seat = ctx.perspective, ctx.perspective.seat
    is_own = seat.user is not None and request.user == seat.user
    if is_own and TO_BOARD in request.GET and request.method != "POST":
        return redirect(seat_path(seat, Purpose.BOARD))
    to_move = perspective.game.to_move
    is_your_turn = to_move == seat.number
    context = {
        "outcome": outcome,
        "was_played": bool(ctx.move) and perspective.stands_at(ctx.link.ply + 1, ctx.move),
        "was_refused": status == 409,
        "since": perspective.story(perspective.events_since(ctx.link.ply)),
        "result": perspective.result_words,
        "places": perspective.places_words,
        "is_your_turn": is_your_turn,
        "to_move": perspective.names[to_move] if to_move is not None else "",
        "board": seat_path(seat, Purpose.BOARD) if is_own or ctx.is_of_latest_turn else "",
        # The link is as old as the one that led here.
        "letter": seat_path(seat, Purpose.LETTER, ply=ctx.link.ply)
        if is_your_turn and not outcome and seat.user
        else "",
        "way_back": f"{page_of_link(request)}?{TO_BOARD}",
    }
    return render(request, "duel/linked/stale_link.html", context, status=status)
