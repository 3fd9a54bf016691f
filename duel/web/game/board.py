"""The table as a letter's link opens it, and the buttons that need no script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from duel.errors import IllegalMove, Refused, Stale
from duel.games.base import Counters
from duel.play.undo import send_now, take_back_turn
from duel.record.links import Purpose, seat_path, seat_token
from duel.record.news import counted_table
from duel.record.seat_keys import seat_key
from duel.web.game.context import LinkContext, by_link
from duel.web.game.fallback_pages import say
from duel.web.game.moves import NOTE_NOT_KEPT
from duel.web.game.stale_link import lead_on, show_what_happened
from duel.web.game.table import seat_at_table, show_table
from duel.web.numbers import whole_number


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.BOARD)
def board(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the table; its player, signed in, is led to its lasting address."""
    if not ctx.is_fresh:
        return lead_on(request, ctx)
    if not _leads_to_lasting_address(request, ctx):
        return _show(request, ctx)
    address = reverse("duel:game", args=[ctx.perspective.game.public_id])
    return redirect(f"{address}?{NOTE_NOT_KEPT}" if NOTE_NOT_KEPT in request.GET else address)


@require_POST
@by_link(Purpose.BOARD)
def take_back(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Take the last turn back while the opponent's letter waits, or the steps of a turn."""
    try:
        take_back_turn(**ctx.actor, expected_ply=ctx.link.ply)
    except Stale:
        return show_what_happened(request, ctx.renewed(), status=409)
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    # To where the game stood then: pressed once more days later, it opens no newer board.
    return redirect(seat_path(ctx.perspective.seat, Purpose.BOARD, ply=ctx.link.ply + 1))


@require_POST
@by_link(Purpose.BOARD)
def send_turn_now(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Let the opponent's letter leave now: the turn can no longer be taken back."""
    if not ctx.is_fresh:
        return show_what_happened(request, ctx)
    seat = ctx.perspective.seat
    send_now(public_id=seat.game.public_id, seat=seat.number, expected_ply=ctx.link.ply)
    return redirect(seat_path(seat, Purpose.BOARD))


@require_POST
@by_link(Purpose.BOARD)
def discard(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Lead from one counter for each colour to the page that returns those tokens to the bag."""
    perspective = ctx.perspective
    if not ctx.is_fresh:
        return show_what_happened(request, ctx, status=409)
    chosen = {key: whole_number(request.POST.get(key, ""), digits=2) for key in request.POST}
    counters = perspective.presentation.counters(perspective.view, perspective.number, chosen)
    if counters is None:
        return say(request, str(IllegalMove()), status=409)
    if counters.move in perspective.legal:
        place = perspective.legal.index(counters.move) + 1
        token = seat_token(perspective.seat, Purpose.MOVE, place, text=counters.move)
        return redirect("duel:move", token)
    return _show(request, ctx, counters=counters, status=422)


def _show(
    request: HttpRequest,
    ctx: LinkContext,
    *,
    counters: Counters | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the table with a key for the seat: the holder of the link may look and play there."""
    perspective = ctx.perspective
    counted = counted_table(perspective.game.public_id)
    return show_table(
        request,
        perspective,
        number=counted.number_for([perspective.number]) if counted else 0,
        key=seat_key(perspective.seat, timezone.now()),
        counters=counters,
        status=status,
    )


def _leads_to_lasting_address(request: HttpRequest, ctx: LinkContext) -> bool:
    """Return whether the link's player is signed in and sits in this seat at the game's address."""
    perspective = ctx.perspective
    if perspective.reader is None or request.user != perspective.reader:
        return False
    own = [seat.number for seat in perspective.seats if seat.user == request.user]
    return seat_at_table(own, perspective.game) == perspective.number
