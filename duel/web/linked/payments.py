"""The page of the variants that a letter leaves out: another gold, payments with needless gold."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from duel.record.links import Purpose
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.move_lists import groups_of_links
from duel.web.linked.stale_link import show_what_happened
from duel.web.linked.tokens import board_address


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.PAYMENTS)
def payments(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the moves that the letter left out, each as a link under its number."""
    if not ctx.is_open:
        if ctx.turn_goes_on:
            return redirect(board_address(ctx.perspective))
        return show_what_happened(request, ctx)
    sheet = ctx.perspective.sheet(in_full=True)
    if not sheet.moves.collected:  # nothing was left out of the letter
        return redirect(board_address(ctx.perspective))
    context = {
        "moves": groups_of_links(ctx.perspective, sheet.moves.collected, heading="h2"),
        "board": board_address(ctx.perspective),
    }
    return render(request, "duel/linked/payments.html", context)
