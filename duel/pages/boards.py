"""The board page: where a seat's game stands, and every move as a button."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from duel.doors import Door
from duel.errors import Refused, Stale
from duel.links import Purpose
from duel.pages.linked import by_link, say
from duel.recap import notes_since_last_turn, since_last_turn
from duel.selectors import names_of
from duel.services.play import play
from duel.services.sending import can_unsend_until, send_now
from duel.services.undo import unsend
from duel.wording.lists import CollectedPayments, MoveGroup
from duel.wording.sheet import turn_sheet
from duel.wording.story import story_sentences
from duel.wording.terms import colour_word
from engine.duel.colours import COLOURS


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.BOARD)
def board(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the position and, if the seat is to move, every move as a button."""
    if not door.is_fresh:
        if door.turn_goes_on:
            return redirect(_here(door))
        return show_what_happened(request, door)
    names = names_of(door.game)
    sheet = turn_sheet(door.view, door.legal, door.seat.number, names)
    context = {
        "door": door,
        "sheet": sheet,
        "names": names,
        "since": story_sentences(
            since_last_turn(door.game, door.seat.number), names, door.seat.number
        ),
        "notes": [
            (names[note.seat], note.text)
            for note in notes_since_last_turn(door.game, door.seat.number)
        ],
        "groups": [_with_addresses(door, group) for group in sheet.groups],
        "rarer": [
            *(_with_addresses(door, group) for group in sheet.rarer),
            *(_with_addresses(door, group) for group in sheet.collected),
        ],
        "counters": _counters(door),
        "unsend_until": can_unsend_until(door.game, door.seat.number),
        "token": door.token(Purpose.BOARD),
        "now": timezone.now(),
    }
    return render(request, "duel/linked/board.html", context)


@require_POST
@by_link(Purpose.BOARD)
def take_back(request: HttpRequest, door: Door) -> HttpResponse:
    """Take the last turn back while the opponent's letter waits."""
    try:
        unsend(
            public_id=door.game.public_id,
            seat=door.seat.number,
            expected_ply=door.link.ply,
            channel="link",
        )
    except Stale:
        return show_what_happened(request, door, status=409)
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    door.game.refresh_from_db()
    return redirect(_here(door))


@require_POST
@by_link(Purpose.BOARD)
def let_go(request: HttpRequest, door: Door) -> HttpResponse:
    """Let the opponent's letter leave now: the turn can no longer be taken back."""
    send_now(public_id=door.game.public_id, seat=door.seat.number, expected_ply=door.link.ply)
    return redirect(_here(door))


@require_POST
@by_link(Purpose.BOARD)
def discard(request: HttpRequest, door: Door) -> HttpResponse:
    """Return the chosen tokens to the bag: one counter for each colour."""
    chosen = [
        colour for colour in COLOURS for _ in range(_small_number(request.POST.get(colour, "")))
    ]
    try:
        play(
            public_id=door.game.public_id,
            seat=door.seat.number,
            expected_ply=door.link.ply,
            moves=[" ".join(["discard", *chosen])],
            channel="link",
        )
    except Stale:
        return show_what_happened(request, door, status=409)
    except Refused:
        sentence = gettext("Exactly so many must go that ten tokens remain.")
        return say(request, sentence, status=409)
    door.game.refresh_from_db()
    return redirect(_here(door))


def show_what_happened(request: HttpRequest, door: Door, *, status: int = 200) -> HttpResponse:
    """Say that the game has moved on, and what happened since the link was made."""
    names = names_of(door.game)
    is_over = door.game.to_move is None
    context = {
        "door": door,
        "was_played": bool(door.move) and door.stands,
        "since": story_sentences(door.since(), names, door.seat.number, is_over=is_over),
        "is_over": is_over,
        "is_your_turn": door.game.to_move == door.seat.number,
    }
    return render(request, "duel/linked/passed.html", context, status=status)


def _counters(door: Door) -> list[tuple[str, str, int]]:
    """Return the seat's tokens as (colour, word, number) while it has to return some."""
    if not door.legal or door.view["phase"] != "discard":
        return []
    tokens: dict[str, int] = door.view["players"][door.seat.number]["tokens"]
    return [(colour, colour_word(colour), held) for colour, held in tokens.items() if held]


def _with_addresses(door: Door, group: MoveGroup | CollectedPayments) -> dict[str, Any]:
    """Return the moves of a group, each with the address that its button is sent to."""
    return {
        "title": group.title if isinstance(group, MoveGroup) else group.words,
        "kind": group.kind if isinstance(group, MoveGroup) else "buy",
        "moves": [
            (item, reverse("duel:move", args=[door.token(Purpose.MOVE, item.number)]))
            for item in group.items
        ],
    }


def _small_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def _here(door: Door) -> str:
    return reverse("duel:board", args=[door.token(Purpose.BOARD)])
