"""Beside the moves: a note, taking back, calling the game off, resigning, letters and links."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.errors import Refused
from duel.links import Purpose
from duel.pages.linked import by_link
from duel.selectors import names_of
from duel.services.notes import write_note
from duel.services.offers import accept_offer, decline_offer, offer_to_cancel, withdraw_offer
from duel.services.play import resign
from duel.services.seats import revoke_links
from duel.services.undo import ask_for_undo
from mail.mutes import mute, mutes_of, unmute

CHANNEL = "link"


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MORE)
def more(request: HttpRequest, door: Door) -> HttpResponse:
    """Show what can be done beside moving; do what is pressed, if the game still stands so."""
    said = ""
    if request.method == "POST":
        act = _ACTS.get(request.POST.get("act", ""))
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
        "opponent": names[1 - door.seat.number],
        "is_over": door.game.to_move is None,
        "is_muted": _is_muted(door),
        "game": door.game,
        "can_ask_for_undo": door.game.to_move is not None and door.turned_nothing_up,
        "offers": [
            {"terms": terms, "is_mine": seat == door.seat.number, "is_undo": terms != "cancel"}
            for terms, seat in door.log.course.offers.items()
        ],
    }
    return render(request, "duel/linked/more.html", context)


def _topic(door: Door) -> str:
    """Return what the letters about this game are muted by."""
    return f"game:{door.game.public_id}"


def _is_muted(door: Door) -> bool:
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
    return gettext("All links of your earlier letters about this game are dead now.")


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


_ACTS: dict[str, Callable[[Door, HttpRequest], str]] = {
    "note": _note,
    "undo": _ask_for_undo,
    "cancel": _offer_to_cancel,
    "accept": _answer(accept_offer, _("You agreed.")),
    "decline": _answer(decline_offer, _("You declined.")),
    "withdraw": _answer(withdraw_offer, _("You took your offer back.")),
    "resign": _resign,
    "mute": _mute,
    "unmute": _unmute,
    "revoke": _revoke,
}
