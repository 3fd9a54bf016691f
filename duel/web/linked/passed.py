"""Where a link leads whose position has passed: what happened since, and the ways on.

It is never good again. Its player, signed in, comes to the board; anybody else may sign in, or have
the letter with the present turn sent once more to where the player gets letters anyway.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.errors import Refused
from duel.games.results import places_of, result_sentence
from duel.games.stories import story_sentences
from duel.play.turn_letters import send_turn_again
from duel.record.links import Purpose
from duel.record.selectors import names_of, was_unreachable
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.sentences import page_of_link

TO_BOARD = "board"
"""In the address to which one comes back from signing in: the board is all that is wanted."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.LETTER)
def turn_letter(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Offer to send the letter with the present turn once more; on a press, send it."""
    if request.method != "POST":
        return show_what_happened(request, ctx)
    try:
        send_turn_again(seat=ctx.seat)
    except Refused as refusal:
        return show_what_happened(request, ctx, said=str(refusal))
    said = gettext(
        "The letter with your turn goes to your own address once more. If letters to you came "
        "back before, it cannot: sign in then, and confirm your address or give another one."
    )
    return show_what_happened(request, ctx, said=said)


def show_what_happened(
    request: HttpRequest, ctx: LinkContext, *, status: int = 200, said: str = ""
) -> HttpResponse:
    """Say that the game has moved on, what happened since the link was made, and how to go on."""
    is_own = ctx.seat.user is not None and request.user == ctx.seat.user
    if is_own and TO_BOARD in request.GET and request.method != "POST":
        return redirect(ctx.board())
    names, to_move = names_of(ctx.game), ctx.game.to_move
    result = result_of(ctx, names)
    is_your_turn = to_move == ctx.seat.number
    context = {
        "said": said,
        "was_played": bool(ctx.move) and ctx.stands,
        "was_refused": status == 409,
        "since": story_of(ctx, ctx.since(), names, result),
        "result": result,
        "places": places_at_end(ctx, names),
        "is_your_turn": is_your_turn,
        "to_move": names[to_move] if to_move is not None else "",
        "board": ctx.board() if is_own or ctx.is_of_latest_turn else "",
        "letter": _letter_of(ctx) if is_your_turn and not said and ctx.seat.user else "",
        "way_back": f"{page_of_link(request)}?{TO_BOARD}",
    }
    return render(request, "duel/linked/passed.html", context, status=status)


def result_of(ctx: LinkContext, names: Sequence[str]) -> str:
    """Return how the game ended, told to the seat; nothing while it runs."""
    result = ctx.game.result
    if not result:
        return ""
    is_unreachable = was_unreachable(ctx.game)
    return result_sentence(ctx.game, result, names, ctx.seat.number, is_unreachable=is_unreachable)


def places_at_end(ctx: LinkContext, names: Sequence[str]) -> str:
    """Return who came out where in a game of three or more that is over; else nothing."""
    is_of_several = len(names) > 2 and ctx.game.result is not None
    return places_of(ctx.log, names) if is_of_several else ""


def story_of(
    ctx: LinkContext, events: Iterable[Mapping[str, Any]], names: Sequence[str], result: str
) -> list[str]:
    """Return what happened, told to the seat, but for the result that the page says above it."""
    return story_sentences(
        ctx.game, events, names, ctx.seat.number, is_over=ctx.game.result is not None, result=result
    )


def _letter_of(ctx: LinkContext) -> str:
    """Return where the letter is asked for. The link is as old as the one that led here."""
    return reverse("duel:turn-letter", args=[ctx.token(Purpose.LETTER, ply=ctx.link.ply)])
