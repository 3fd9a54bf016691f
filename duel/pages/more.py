"""Beside the moves: a note, taking back, time, a holiday, calling off, resigning, letters."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.errors import Refused
from duel.finality import can_take_back
from duel.links import Purpose
from duel.pages.linked import by_link
from duel.pages.more_acts import ACTS, is_muted
from duel.pages.vacations import VacationForm
from duel.selectors import names_of
from duel.services.offers import TIME
from duel.time_controls import duration

HOURS = (12, 24, 48, 72, 7 * 24)
"""The hours that can be asked for."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MORE)
def more(request: HttpRequest, door: Door) -> HttpResponse:
    """Show what can be done beside moving; do what is pressed, if the game still stands so."""
    said = ""
    if request.method == "POST":
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            said = gettext("Nothing was chosen.")
        elif not door.is_fresh:
            said = gettext("The game has moved on since you opened this page; look again.")
        else:
            try:
                said = act(door, request)
            except Refused as refusal:
                said = str(refusal)
        door = door.renewed()
    names = names_of(door.game)
    context = {
        "said": said,
        "here": reverse("duel:more", args=[door.token(Purpose.MORE)]),
        "board": reverse("duel:board", args=[door.token(Purpose.BOARD)]),
        "trouble": reverse("duel:trouble", args=[door.token(Purpose.TROUBLE)]),
        "about_time": reverse("duel:time", args=[door.token(Purpose.TIME)]),
        "opponent": names[1 - door.seat.number],
        "is_over": door.game.to_move is None,
        "is_my_turn": door.game.to_move == door.seat.number,
        "is_muted": is_muted(door),
        "game": door.game,
        "can_take_back_now": can_take_back(door.game, door.seat.number),
        "can_ask_for_undo": door.game.to_move is not None and door.turned_nothing_up,
        "offers": [_offer(door, terms, seat) for terms, seat in door.log.course.offers.items()],
        "times": [(hours, duration(hours * 3600)) for hours in HOURS],
        "holiday": VacationForm(),
    }
    return render(request, "duel/linked/more.html", context)


def _offer(door: Door, terms: str, seat: int) -> dict[str, Any]:
    """Return an offer that waits for an answer, as the page tells it."""
    kind, _, rest = terms.partition(" ")
    return {
        "terms": terms,
        "kind": kind,
        "asked": duration(int(rest)) if terms.startswith(TIME) else "",
        "is_mine": seat == door.seat.number,
    }
