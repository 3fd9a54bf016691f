"""The page beside the moves: notes, taking back, time, vacations, calling off, resigning.

Each of its buttons has a function that returns the sentence about it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from duel.errors import Refused, RevokedLink
from duel.models import KnownSeat
from duel.notices.intents import topic_of
from duel.perspective.acts import asks_only_bots, may_ask_for_undo, what_follows
from duel.play.moves import resign
from duel.play.notes import are_notes_muted, write_note
from duel.play.offers import (
    TIME,
    accept_offer,
    agreement_sentences,
    ask_for_time,
    cancel_words,
    decline_offer,
    offer_to_cancel,
    time_words,
    undo_words,
    withdraw_offer,
)
from duel.play.orders import delete_orders, memo_of, orders_in, orders_of, write_orders
from duel.play.undo import ask_for_undo
from duel.record.links import Purpose, seat_path
from duel.seats.links import revoke_links
from duel.timekeeping.clocks import seat_to_get_time
from duel.web.account import VacationForm
from duel.web.game.clocks import HOURS
from duel.web.game.context import LinkContext, by_link
from duel.web.game.fallback_pages import say, show_departed_seat
from duel.web.game.moves import chosen_readers, note_field, shown_seats
from duel.web.game.notes import NOTE_ACTS
from duel.web.game.stale_link import show_what_happened
from duel.web.numbers import whole_number
from duel.words.naming import all_others, duration
from duel.words.terms import consequence_sentence
from engine.kinds import BOT, Channel
from mail.mutes import mute, mutes_of, unmute

Act = Callable[[LinkContext, HttpRequest], str]


def _is_muted(ctx: LinkContext) -> bool:
    """Return whether the player has muted this very game."""
    player, topic = ctx.perspective.reader, topic_of(ctx.perspective.game)
    wishes = mutes_of(player.email) if player else []
    return any(wish.topic == topic and not wish.kind for wish in wishes)


def _note(ctx: LinkContext, request: HttpRequest) -> str:
    text = request.POST.get("note", "")
    if not text.strip():
        return gettext("The note was empty.")
    write_note(
        seat=ctx.perspective.seat,
        ply=ctx.perspective.game.ply,
        text=text,
        to=chosen_readers(request),
        shown_seats=shown_seats(request),
    )
    return gettext("Your note goes with the next letter.")


def _ask_for_undo(ctx: LinkContext, request: HttpRequest) -> str:
    ask_for_undo(**ctx.actor, expected_ply=ctx.link.ply)
    return undo_words(only_bots=asks_only_bots(ctx.perspective))


def _ask_for_time(ctx: LinkContext, request: HttpRequest) -> str:
    ask_for_time(**ctx.actor, hours=whole_number(request.POST.get("hours", ""), digits=5))
    return time_words(only_bots=asks_only_bots(ctx.perspective))


def _go_on_holiday(ctx: LinkContext, request: HttpRequest) -> str:
    form, player = VacationForm(request.POST), ctx.perspective.seat.user
    if player is None or not form.is_valid():
        return gettext("Choose the first and the last day.")
    form.plan(player)
    return gettext("Your holiday is planned. On these days all your clocks stand still.")


def _offer_to_cancel(ctx: LinkContext, request: HttpRequest) -> str:
    offer_to_cancel(**ctx.actor)
    return cancel_words(only_bots=asks_only_bots(ctx.perspective))


def _resign(ctx: LinkContext, request: HttpRequest) -> str:
    if request.POST.get("sure") != "yes":
        return gettext("To resign, tick the box as well.")
    resign(**ctx.actor)
    return gettext("You resigned.")


def _mute(ctx: LinkContext, request: HttpRequest) -> str:
    player = ctx.perspective.seat.user
    if player is not None:
        mute(address=player.email, topic=topic_of(ctx.perspective.game))
    return gettext("No more letters about this game will come.")


def _unmute(ctx: LinkContext, request: HttpRequest) -> str:
    player = ctx.perspective.seat.user
    if player is not None:
        unmute(address=player.email, topic=topic_of(ctx.perspective.game))
    return gettext("Letters about this game come again.")


def _revoke(ctx: LinkContext, request: HttpRequest) -> str:
    seat = ctx.perspective.seat
    revoke_links(seat=seat)
    if seat.game.to_move != seat.number:
        return gettext("All links of your earlier letters about this game are dead now.")
    return gettext(
        "All links of your earlier letters about this game are dead now. "
        "A letter brings you your turn with new ones."
    )


def _write_orders(ctx: LinkContext, request: HttpRequest) -> str:
    texts = orders_in(request.POST.get("orders", ""))
    if not texts:
        return gettext("There was no order in it.")
    language = get_language() or "en"
    write_orders(seat=ctx.perspective.seat, texts=texts, language=language, channel=Channel.LINK)
    return gettext("Your standing orders are kept for your next turn.")


def _delete_orders(ctx: LinkContext, request: HttpRequest) -> str:
    delete_orders(seat=ctx.perspective.seat)
    return gettext("Your standing orders are deleted.")


def _of_seat(act: Callable[[KnownSeat, Mapping[str, str]], str]) -> Act:
    return lambda ctx, request: act(ctx.perspective.seat, request.POST)


def _answer(service: Callable[..., None], sentence: Promise) -> Act:
    def answer(ctx: LinkContext, request: HttpRequest) -> str:
        service(**ctx.actor, terms=request.POST.get("terms", ""))
        return str(sentence)

    return answer


ACTS: dict[str, Act] = {
    "note": _note,
    "orders": _write_orders,
    "no-orders": _delete_orders,
    **{name: _of_seat(act) for name, act in NOTE_ACTS.items()},
    "undo": _ask_for_undo,
    "time": _ask_for_time,
    "holiday": _go_on_holiday,
    "cancel": _offer_to_cancel,
    "accept": _answer(accept_offer, _("You agreed.")),
    "decline": _answer(decline_offer, _("You declined.")),
    "withdraw": _answer(withdraw_offer, _("You took your offer back.")),
    "resign": _resign,
    "mute": _mute,
    "unmute": _unmute,
    "revoke": _revoke,
}


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MORE)
def more(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show what can be done beside moving; do what is pressed, if the game still stands so."""
    if not ctx.leads_on:
        return show_what_happened(request, ctx, status=409 if request.method == "POST" else 200)
    outcome, refused = "", False
    if request.method == "POST":
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            outcome = gettext("Nothing was chosen.")
        elif not ctx.is_fresh:
            outcome = gettext("The game has moved on since you opened this page; look again.")
        else:
            try:
                outcome = act(ctx, request)
            except Refused as refusal:
                outcome, refused = str(refusal), True
        try:
            ctx = ctx.renewed()
        except RevokedLink:  # a bot plays on where the reader has just left
            return say(request, f"{outcome} {consequence_sentence(BOT)}")
        if ctx.perspective.seat.has_left:
            return show_departed_seat(request, ctx.perspective, outcome=outcome)
    perspective = ctx.perspective
    game, seat, orders = perspective.game, perspective.seat, orders_of(perspective.seat)
    names = perspective.names
    context = {
        "outcome": outcome,
        "here": seat_path(seat, Purpose.MORE),
        "board": seat_path(seat, Purpose.BOARD),
        "timeline": seat_path(seat, Purpose.TIMELINE),
        "trouble": seat_path(seat, Purpose.TROUBLE),
        "about_time": seat_path(seat, Purpose.TIME),
        **all_others(names, seat.number),
        "is_over": game.to_move is None,
        "is_my_turn": game.to_move == seat.number,
        "leaving": what_follows(perspective, seat.number),
        "is_muted": _is_muted(ctx),
        "game": game,
        "note": note_field(perspective, refused=request if refused else None),
        "memo": memo_of(seat),
        "orders": orders,
        # What was refused is not lost: it can be put right.
        "orders_text": request.POST.get("orders", "")
        if refused
        else "\n".join(order.text for order in orders),
        "may_write": not are_notes_muted(seat.user, game),
        "can_take_back_now": perspective.can_take_back,
        "can_ask_for_undo": game.to_move is not None and may_ask_for_undo(perspective),
        "asks_only_bots": asks_only_bots(perspective),
        "gets_time": names[seat_to_get_time(game, seat.number)],
        "offers": [_offer(ctx, terms, seat) for terms, seat in perspective.offers.items()],
        "times": [(hours, duration(hours * 3600)) for hours in HOURS],
        "holiday": VacationForm(),
    }
    return render(request, "duel/linked/more.html", context)


def _offer(ctx: LinkContext, terms: str, seat: int) -> dict[str, Any]:
    """Return an offer that waits for an answer, as the page tells it."""
    kind, _, rest = terms.partition(" ")
    perspective, names, own = ctx.perspective, ctx.perspective.names, ctx.perspective.number
    return {
        "terms": terms,
        "kind": kind,
        "by": names[seat],
        "asked": duration(int(rest)) if terms.startswith(TIME) else "",
        "is_mine": seat == own,
        "has_agreed": perspective.has_agreed(own, terms),
        "agreement": agreement_sentences(perspective, terms, names, own),
    }
