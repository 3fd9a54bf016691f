"""The page beside the moves: notes, taking back, time, vacations, calling off, resigning."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.errors import Refused, RevokedLink
from duel.perspective.acts import asks_only_bots, may_ask_for_undo, what_follows
from duel.play.notes import are_notes_muted
from duel.play.offers import TIME, agreement_sentences
from duel.play.orders import memo_of, orders_of
from duel.record.links import Purpose
from duel.timekeeping.clocks import gets_time
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.departed_seat import show_as_left
from duel.web.linked.notes import note_context
from duel.web.linked.options import ACTS, is_muted
from duel.web.linked.sentences import say
from duel.web.linked.stale_link import show_what_happened
from duel.web.linked.tokens import seat_token
from duel.web.views.vacations import VacationForm
from duel.words.naming import all_others, duration
from duel.words.terms import consequence_sentence
from engine.kinds import BOT

HOURS = (12, 24, 48, 72, 7 * 24)
"""The hours that can be asked for."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MORE)
def more(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show what can be done beside moving; do what is pressed, if the game still stands so."""
    if not ctx.leads_on:
        return show_what_happened(request, ctx, status=409 if request.method == "POST" else 200)
    said, refused = "", False
    if request.method == "POST":
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            said = gettext("Nothing was chosen.")
        elif not ctx.is_fresh:
            said = gettext("The game has moved on since you opened this page; look again.")
        else:
            try:
                said = act(ctx, request)
            except Refused as refusal:
                said, refused = str(refusal), True
        try:
            ctx = ctx.renewed()
        except RevokedLink:  # a bot plays on where the reader has just left
            return say(request, f"{said} {consequence_sentence(BOT)}")
        if ctx.seat.has_left:
            return show_as_left(request, ctx.perspective, said=said)
    perspective, orders = ctx.perspective, orders_of(ctx.seat)
    names = perspective.names
    context = {
        "said": said,
        "here": reverse("duel:more", args=[seat_token(ctx.perspective, Purpose.MORE)]),
        "board": reverse("duel:board", args=[seat_token(ctx.perspective, Purpose.BOARD)]),
        "timeline": reverse(
            "duel:timeline-link", args=[seat_token(ctx.perspective, Purpose.TIMELINE)]
        ),
        "trouble": reverse("duel:trouble", args=[seat_token(ctx.perspective, Purpose.TROUBLE)]),
        "about_time": reverse("duel:time", args=[seat_token(ctx.perspective, Purpose.TIME)]),
        **all_others(names, ctx.seat.number),
        "is_over": ctx.game.to_move is None,
        "is_my_turn": ctx.game.to_move == ctx.seat.number,
        "leaving": what_follows(perspective, ctx.seat.number),
        "is_muted": is_muted(ctx),
        "game": ctx.game,
        **note_context(perspective, refused=request if refused else None),
        "memo": memo_of(ctx.seat),
        "orders": orders,
        # What was refused is not lost: it can be put right.
        "orders_text": request.POST.get("orders", "")
        if refused
        else "\n".join(order.text for order in orders),
        "may_write": not are_notes_muted(ctx.seat.user, ctx.game),
        "can_take_back_now": perspective.can_take_back,
        "can_ask_for_undo": ctx.game.to_move is not None and may_ask_for_undo(perspective),
        "asks_only_bots": asks_only_bots(perspective),
        "gets_time": names[gets_time(ctx.game, ctx.seat.number)],
        "offers": [_offer(ctx, terms, seat) for terms, seat in perspective.offers.items()],
        "times": [(hours, duration(hours * 3600)) for hours in HOURS],
        "holiday": VacationForm(),
    }
    return render(request, "duel/linked/more.html", context)


def _offer(ctx: LinkContext, terms: str, seat: int) -> dict[str, Any]:
    """Return an offer that waits for an answer, as the page tells it."""
    kind, _, rest = terms.partition(" ")
    perspective, names = ctx.perspective, ctx.perspective.names
    return {
        "terms": terms,
        "kind": kind,
        "by": names[seat],
        "asked": duration(int(rest)) if terms.startswith(TIME) else "",
        "is_mine": seat == ctx.seat.number,
        "has_agreed": perspective.has_agreed(ctx.seat.number, terms),
        "agreement": agreement_sentences(perspective, terms, names, ctx.seat.number),
    }
