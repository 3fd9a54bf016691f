"""What the buttons of the page beside the moves do; each returns the sentence that says so."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.doors import Door
from duel.pages.numbers import whole_number
from duel.pages.vacations import VacationForm
from duel.services.notes import write_note
from duel.services.offers import (
    accept_offer,
    ask_for_time,
    decline_offer,
    offer_to_cancel,
    withdraw_offer,
)
from duel.services.play import resign
from duel.services.seats import revoke_links
from duel.services.undo import ask_for_undo
from mail.mutes import mute, mutes_of, unmute

CHANNEL = "link"


def _topic(door: Door) -> str:
    """Return what the letters about this game are muted by."""
    return f"game:{door.game.public_id}"


def is_muted(door: Door) -> bool:
    """Return whether the player has muted this very game."""
    if door.seat.user is None:
        return False
    return any(
        wish.topic == _topic(door) and not wish.kind for wish in mutes_of(door.seat.user.email)
    )


def _note(door: Door, request: HttpRequest) -> str:
    text = request.POST.get("note", "")
    if not text.strip():
        return gettext("The note was empty.")
    write_note(seat=door.seat, ply=door.game.ply, text=text)
    return gettext("Your note goes with the next letter.")


def _ask_for_undo(door: Door, request: HttpRequest) -> str:
    ask_for_undo(
        public_id=door.game.public_id,
        seat=door.seat.number,
        expected_ply=door.link.ply,
        channel=CHANNEL,
    )
    return gettext("You asked to take your turn back.")


def _ask_for_time(door: Door, request: HttpRequest) -> str:
    ask_for_time(
        public_id=door.game.public_id,
        seat=door.seat.number,
        hours=whole_number(request.POST.get("hours", ""), digits=5),
        channel=CHANNEL,
    )
    return gettext("You asked for more time. Until there is an answer, the clock runs on.")


def _go_on_holiday(door: Door, request: HttpRequest) -> str:
    form = VacationForm(request.POST)
    if door.seat.user is None or not form.is_valid():
        return gettext("Choose the first and the last day.")
    form.plan(door.seat.user)
    return gettext("Your holiday is planned. On these days all your clocks stand still.")


def _offer_to_cancel(door: Door, request: HttpRequest) -> str:
    offer_to_cancel(public_id=door.game.public_id, seat=door.seat.number, channel=CHANNEL)
    return gettext("You offered to call the game off.")


def _resign(door: Door, request: HttpRequest) -> str:
    if request.POST.get("sure") != "yes":
        return gettext("To resign, tick the box as well.")
    resign(public_id=door.game.public_id, seat=door.seat.number, channel=CHANNEL)
    return gettext("You resigned.")


def _mute(door: Door, request: HttpRequest) -> str:
    if door.seat.user is not None:
        mute(address=door.seat.user.email, topic=_topic(door))
    return gettext("No more letters about this game will come.")


def _unmute(door: Door, request: HttpRequest) -> str:
    if door.seat.user is not None:
        unmute(address=door.seat.user.email, topic=_topic(door))
    return gettext("Letters about this game come again.")


def _revoke(door: Door, request: HttpRequest) -> str:
    revoke_links(seat=door.seat)
    if door.game.to_move != door.seat.number:
        return gettext("All links of your earlier letters about this game are dead now.")
    return gettext(
        "All links of your earlier letters about this game are dead now. "
        "A letter brings you your turn with new ones."
    )


def _answer(service: Callable[..., None], sentence: Promise) -> Callable[[Door, HttpRequest], str]:
    def answer(door: Door, request: HttpRequest) -> str:
        service(
            public_id=door.game.public_id,
            seat=door.seat.number,
            terms=request.POST.get("terms", ""),
            channel=CHANNEL,
        )
        return str(sentence)

    return answer


ACTS: dict[str, Callable[[Door, HttpRequest], str]] = {
    "note": _note,
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
