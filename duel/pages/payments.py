"""The page of the payments with needless gold, where a letter is too long to list them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.links import Purpose
from duel.pages.boards import board_of, show_what_happened, with_addresses
from duel.pages.linked import by_link
from duel.selectors import names_of
from duel.wording.sheet import turn_sheet


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.PAYMENTS)
def payments(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the payments that the letter left out, each as a button under the letter's number."""
    if not door.is_open:
        if door.turn_goes_on:
            return redirect(board_of(door))
        return show_what_happened(request, door)
    sheet = turn_sheet(door.view, door.legal, door.seat.number, names_of(door.game))
    if not sheet.collected:  # the list is short enough to stand on the board page as a whole
        return redirect(board_of(door))
    context = {
        "cards": [with_addresses(door, payments) for payments in sheet.collected],
        "board": board_of(door),
    }
    return render(request, "duel/linked/payments.html", context)
