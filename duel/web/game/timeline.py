"""The page of a game's timeline and notes, for its players: signed in, or by a letter's link."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.errors import Refused
from duel.games.registry import title_of
from duel.models import KnownSeat, Status
from duel.perspective.perspective import PlayerPerspective, read_again
from duel.play.notes import writers_hidden_from
from duel.play.orders import memo_of
from duel.record.links import Purpose, seat_path
from duel.timeline.items import Item
from duel.timeline.players import timeline_for
from duel.web.game.context import LinkContext, by_link, own_perspective
from duel.web.game.notes import NOTE_ACTS
from duel.web.game.stale_link import show_what_happened
from duel.words.naming import all_others, others

ITEMS_A_PAGE = 60

_FORM = ["GET", "HEAD", "POST"]

SORTS: dict[str, tuple[Promise, frozenset[str]]] = {
    "moves": (_("Moves"), frozenset({"move"})),
    "notes": (_("Notes"), frozenset({"note"})),
    "letters": (_("Letters"), frozenset({"letter"})),
    "clock": (_("Clocks and offers"), frozenset({"clock", "offer"})),
}
"""The filters of the page, by their name in its address: title, and sorts of items."""

_LABELS: dict[str, Promise] = {
    "move": _("Move"),
    "note": _("Note"),
    "letter": _("Letter"),
    "clock": _("Clock"),
    "offer": _("Offer"),
    "operator": _("Operator"),
    "player": _("Game"),
}


@dataclass(frozen=True)
class _Way:
    """How the reader came to the page, and where it leads on."""

    here: str
    table: str
    report: str
    is_signed_in: bool


@never_cache
@login_required
@require_http_methods(_FORM)
def signed_in(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a game's timeline to its players; raise Http404 for others."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    perspective = own_perspective(request.user, public_id)
    way = _Way(
        here=reverse("duel:timeline", args=[public_id]),
        table=reverse("duel:game", args=[public_id]),
        report=reverse("duel:report", args=[public_id]),
        is_signed_in=True,
    )
    return _answer(request, perspective, way)


@require_http_methods(_FORM)
@by_link(Purpose.TIMELINE)
def by_letter(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show it to the holder of a letter's link that leads on; presses count later, too."""
    perspective = ctx.perspective
    if request.method != "POST" and not ctx.leads_on:
        return show_what_happened(request, ctx)
    way = _Way(
        here=seat_path(perspective.seat, Purpose.TIMELINE),
        table=seat_path(perspective.seat, Purpose.BOARD),
        report=seat_path(perspective.seat, Purpose.TROUBLE),
        is_signed_in=False,
    )
    if ctx.leads_on:
        return _answer(request, perspective, way)
    outcome = _press(perspective.seat, request)
    return show_what_happened(request, ctx.renewed(), outcome=outcome)


def _answer(request: HttpRequest, perspective: PlayerPerspective, way: _Way) -> HttpResponse:
    outcome = ""
    if request.method == "POST":
        outcome = _press(perspective.seat, request)
        perspective = read_again(perspective) or perspective
    seat, seats, names = perspective.seat, perspective.seats, perspective.names
    only = request.GET.get("only", "")
    only = only if only in SORTS else ""
    items = [item for item in timeline_for(perspective) if not only or item.sort in SORTS[only][1]]
    # The newest first; what came at once stays in its order.
    items.sort(key=lambda item: item.at, reverse=True)
    page = Paginator(items, ITEMS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "base": "base.html" if way.is_signed_in else "duel/linked/base.html",
        "title": title_of(seat.game),
        **all_others(names, seat.number),
        "way": way,
        "outcome": outcome,
        "only": only,
        "sorts": [(key, title) for key, (title, _sorts) in SORTS.items()],
        "page": page,
        "days": list(_by_day(list(page.object_list))),
        "hidden": _hidden(seat, seats),
        "memo": memo_of(seat),
        "can_write_memo": seat.game.status == Status.RUNNING and not seat.has_left,
    }
    return render(request, "duel/timeline.html", context)


def _by_day(items: Sequence[Item]) -> Iterator[tuple[date, list[tuple[Item, Promise]]]]:
    """Yield each day by the reader's clock, with what happened and the word for its sort."""
    for day, of_day in groupby(items, key=lambda item: timezone.localdate(item.at)):
        yield day, [(item, _LABELS[item.sort]) for item in of_day]


def _hidden(seat: KnownSeat, seats: Sequence[KnownSeat]) -> list[User]:
    """Return those at the table whose notes the reader has hidden."""
    if seat.user is None:
        return []
    there = {each.user_id for each in others(seats, seat.number)}
    return [writer for writer in writers_hidden_from(seat.user) if writer.pk in there]


def _press(seat: KnownSeat, request: HttpRequest) -> str:
    """Return what a press has done, or why it has done nothing."""
    act = NOTE_ACTS.get(request.POST.get("act", ""))
    if act is None:
        return gettext("Nothing was chosen.")
    try:
        return act(seat, request.POST)
    except Refused as refusal:
        return str(refusal)
