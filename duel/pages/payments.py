"""The page of the variants that a letter leaves out: another gold, payments with needless gold."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.links import Purpose
from duel.pages.boards import board_of, show_what_happened, with_addresses
from duel.pages.linked import by_link
from duel.selectors import names_of
from duel.wording.seen import Seen
from duel.wording.sheet import turn_sheet


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.PAYMENTS)
def payments(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the moves that the letter left out, each as a button under its number."""
    if not door.is_open:
        if door.turn_goes_on:
            return redirect(board_of(door))
        return show_what_happened(request, door)
    names = names_of(door.game)
    sheet = turn_sheet(door.view, door.legal, door.seat.number, names, wins=door.wins)
    if not sheet.moves.collected:  # nothing was left out of the letter
        return redirect(board_of(door))
    seen = Seen(door.view, door.seat.number, names)
    context = {
        "groups": [with_addresses(door, group, seen) for group in sheet.moves.collected],
        "board": board_of(door),
    }
    return render(request, "duel/linked/payments.html", context)
