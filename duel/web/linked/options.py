"""What the buttons of the page beside the moves do; each returns the sentence that says so."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from duel.models import KnownSeat
from duel.notices.intents import topic_of
from duel.perspective.acts import asks_only_bots
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.play.offers import (
    accept_offer,
    ask_for_time,
    cancel_words,
    decline_offer,
    offer_to_cancel,
    time_words,
    undo_words,
    withdraw_offer,
)
from duel.play.orders import delete_orders, orders_in, write_orders
from duel.play.undo import ask_for_undo
from duel.seats.identity import revoke_links
from duel.web.linked.context import LinkContext
from duel.web.linked.note_acts import NOTE_ACTS
from duel.web.linked.notes import chosen_readers, seats_seen
from duel.web.views.numbers import whole_number
from duel.web.views.vacations import VacationForm
from mail.wishes.mutes import mute, mutes_of, unmute

CHANNEL = "link"


def is_muted(ctx: LinkContext) -> bool:
    """Return whether the player has muted this very game."""
    if ctx.seat.user is None:
        return False
    return any(
        wish.topic == topic_of(ctx.game) and not wish.kind for wish in mutes_of(ctx.seat.user.email)
    )


def _note(ctx: LinkContext, request: HttpRequest) -> str:
    text = request.POST.get("note", "")
    if not text.strip():
        return gettext("The note was empty.")
    write_note(
        seat=ctx.seat,
        ply=ctx.game.ply,
        text=text,
        to=chosen_readers(request),
        seats_seen=seats_seen(request),
    )
    return gettext("Your note goes with the next letter.")


def _asks_only_bots(ctx: LinkContext) -> bool:
    return asks_only_bots(ctx.perspective)


def _ask_for_undo(ctx: LinkContext, request: HttpRequest) -> str:
    ask_for_undo(
        public_id=ctx.game.public_id,
        seat=ctx.seat.number,
        expected_ply=ctx.link.ply,
        channel=CHANNEL,
    )
    return undo_words(only_bots=_asks_only_bots(ctx))


def _ask_for_time(ctx: LinkContext, request: HttpRequest) -> str:
    ask_for_time(
        public_id=ctx.game.public_id,
        seat=ctx.seat.number,
        hours=whole_number(request.POST.get("hours", ""), digits=5),
        channel=CHANNEL,
    )
    return time_words(only_bots=_asks_only_bots(ctx))


def _go_on_holiday(ctx: LinkContext, request: HttpRequest) -> str:
    form = VacationForm(request.POST)
    if ctx.seat.user is None or not form.is_valid():
        return gettext("Choose the first and the last day.")
    form.plan(ctx.seat.user)
    return gettext("Your holiday is planned. On these days all your clocks stand still.")


def _offer_to_cancel(ctx: LinkContext, request: HttpRequest) -> str:
    offer_to_cancel(public_id=ctx.game.public_id, seat=ctx.seat.number, channel=CHANNEL)
    return cancel_words(only_bots=_asks_only_bots(ctx))


def _resign(ctx: LinkContext, request: HttpRequest) -> str:
    if request.POST.get("sure") != "yes":
        return gettext("To resign, tick the box as well.")
    resign(public_id=ctx.game.public_id, seat=ctx.seat.number, channel=CHANNEL)
    return gettext("You resigned.")


def _mute(ctx: LinkContext, request: HttpRequest) -> str:
    if ctx.seat.user is not None:
        mute(address=ctx.seat.user.email, topic=topic_of(ctx.game))
    return gettext("No more letters about this game will come.")


def _unmute(ctx: LinkContext, request: HttpRequest) -> str:
    if ctx.seat.user is not None:
        unmute(address=ctx.seat.user.email, topic=topic_of(ctx.game))
    return gettext("Letters about this game come again.")


def _revoke(ctx: LinkContext, request: HttpRequest) -> str:
    revoke_links(seat=ctx.seat)
    if ctx.game.to_move != ctx.seat.number:
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
    write_orders(seat=ctx.seat, texts=texts, language=language, channel=CHANNEL)
    return gettext("Your standing orders are kept for your next turn.")


def _delete_orders(ctx: LinkContext, request: HttpRequest) -> str:
    delete_orders(seat=ctx.seat)
    return gettext("Your standing orders are deleted.")


def _of_seat(
    act: Callable[[KnownSeat, Mapping[str, str]], str],
) -> Callable[[LinkContext, HttpRequest], str]:
    return lambda ctx, request: act(ctx.seat, request.POST)


def _answer(
    service: Callable[..., None], sentence: Promise
) -> Callable[[LinkContext, HttpRequest], str]:
    def answer(ctx: LinkContext, request: HttpRequest) -> str:
        service(
            public_id=ctx.game.public_id,
            seat=ctx.seat.number,
            terms=request.POST.get("terms", ""),
            channel=CHANNEL,
        )
        return str(sentence)

    return answer


ACTS: dict[str, Callable[[LinkContext, HttpRequest], str]] = {
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
