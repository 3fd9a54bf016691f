"""The board page: where a seat's game stands, and every move as a button."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from duel.clocks.telling import vacations_at
from duel.doors import Door
from duel.errors import Refused, Stale
from duel.links import Purpose
from duel.models import Seat
from duel.pages.linked import by_link, say
from duel.pages.numbers import whole_number
from duel.recap import notes_since_last_turn
from duel.selectors import names_of, player_names, table_of, was_unreachable
from duel.services.play import play
from duel.services.sending import can_unsend_until, send_now
from duel.services.undo import unsend
from duel.wording.lists import MoveGroup
from duel.wording.moves import short_phrase
from duel.wording.results import result_sentence
from duel.wording.seen import Hand, Seen
from duel.wording.sheet import turn_sheet
from duel.wording.story import story_sentences
from duel.wording.terms import colour_word
from engine.duel.colours import COLOURS
from engine.duel.options import option_of


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.BOARD)
def board(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the position and, if the seat is to move, every move as a button."""
    if door.is_fresh:
        return _show(request, door)
    if door.turn_goes_on:
        return redirect(board_of(door))
    return show_what_happened(request, door)


@require_POST
@by_link(Purpose.BOARD)
def take_back(request: HttpRequest, door: Door) -> HttpResponse:
    """Take the last turn back while the opponent's letter waits, or the steps of a turn."""
    try:
        unsend(
            public_id=door.game.public_id,
            seat=door.seat.number,
            expected_ply=door.link.ply,
            channel="link",
        )
    except Stale:
        return show_what_happened(request, door.renewed(), status=409)
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    return redirect(board_of(door.renewed()))


@require_POST
@by_link(Purpose.BOARD)
def let_go(request: HttpRequest, door: Door) -> HttpResponse:
    """Let the opponent's letter leave now: the turn can no longer be taken back."""
    if not door.is_fresh:
        return show_what_happened(request, door)
    send_now(public_id=door.game.public_id, seat=door.seat.number, expected_ply=door.link.ply)
    return redirect(board_of(door))


@require_POST
@by_link(Purpose.BOARD)
def discard(request: HttpRequest, door: Door) -> HttpResponse:
    """Return the chosen tokens to the bag: one counter for each colour."""
    chosen = Counter(
        {colour: whole_number(request.POST.get(colour, ""), digits=2) for colour in COLOURS}
    )
    try:
        play(
            public_id=door.game.public_id,
            seat=door.seat.number,
            expected_ply=door.link.ply,
            moves=[" ".join(["discard", *chosen.elements()])],
            channel="link",
        )
    except Stale:
        return show_what_happened(request, door.renewed(), status=409)
    except Refused as refusal:
        if not _counters(door, chosen):
            return say(request, str(refusal), status=409)
        return _show(request, door, chosen=chosen, status=422)
    return redirect(board_of(door.renewed()))


def show_what_happened(request: HttpRequest, door: Door, *, status: int = 200) -> HttpResponse:
    """Say that the game has moved on, and what happened since the link was made."""
    names = names_of(door.game)
    result = _result(door, names)
    context = {
        "was_played": bool(door.move) and door.stands,
        "was_refused": status == 409,
        "since": _story(door, door.since(), names, result),
        "result": result,
        "is_your_turn": door.game.to_move == door.seat.number,
        "board": board_of(door) if door.is_of_latest_turn else "",
    }
    return render(request, "duel/linked/passed.html", context, status=status)


def board_of(door: Door, *, ply: int | None = None) -> str:
    """Return the address of the seat's board page for where the game stands, or at that ply."""
    return reverse("duel:board", args=[door.token(Purpose.BOARD, ply=ply)])


def _show(
    request: HttpRequest,
    door: Door,
    *,
    chosen: Mapping[str, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the board page; `chosen` are tokens to return that are not the right number."""
    seat, seats = door.seat.number, table_of(door.game)
    names = player_names(seats)
    seen = Seen(door.view, seat, names)
    sheet = turn_sheet(door.view, door.legal, seat, names, wins=door.wins)
    result = _result(door, names)
    unsend_until = can_unsend_until(door.game, seat)
    context = {
        "sheet": sheet,
        "is_your_turn": door.game.to_move == seat,
        "result": result,
        "rematch": _rematch_of(door, seats) if result else "",
        "since": _story(door, door.events, names, result),
        "was_taken_back": door.was_taken_back,
        "notes": [(names[note.seat], note.text) for note in notes_since_last_turn(door.game, seat)],
        "groups": [with_addresses(door, group, seen) for group in sheet.moves.meant],
        "rarer": [
            with_addresses(door, group, seen)
            for group in (*sheet.moves.rarer, *sheet.moves.collected)
        ],
        "counters": _counters(door, chosen or {}),
        "wrong": _wrong_number(door, chosen) if chosen is not None else "",
        "unsend_until": unsend_until,
        "unsend_seconds": _seconds_to(unsend_until),
        "can_step_back": door.can_step_back,
        "token": door.token(Purpose.BOARD),
        "more": reverse("duel:more", args=[door.token(Purpose.MORE)]),
        "trouble": reverse("duel:trouble", args=[door.token(Purpose.TROUBLE)]),
        "about_time": reverse("duel:time", args=[door.token(Purpose.TIME)]),
        "deadline": door.game.deadline,
        "is_late": door.game.is_late,
        "vacations": vacations_at(seats, door.seat.user),
        "is_mine": door.game.to_move == seat,
        "opponent": names[1 - seat],
    }
    return render(request, "duel/linked/board.html", context, status=status)


def _result(door: Door, names: Sequence[str]) -> str:
    """Return how the game ended, told to the seat; nothing while it runs."""
    result = door.game.result
    if not result:
        return ""
    is_unreachable = was_unreachable(door.game)
    return result_sentence(result, names, door.seat.number, is_unreachable=is_unreachable)


def _story(
    door: Door, events: Iterable[Mapping[str, Any]], names: Sequence[str], result: str
) -> list[str]:
    """Return what happened, told to the seat, but for the result that the page says above it."""
    return story_sentences(
        events, names, door.seat.number, is_over=door.game.result is not None, result=result
    )


def _rematch_of(door: Door, seats: Iterable[Seat]) -> str:
    """Return the address of the page that plays the game once more; nothing if somebody left."""
    if any(seat.user is None for seat in seats):
        return ""
    return reverse("duel:again", args=[door.token(Purpose.REMATCH)])


def _counters(door: Door, chosen: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the seat's tokens by colour while it has to return some, with what it has chosen."""
    if not door.legal or door.view["phase"] != "discard":
        return []
    tokens: dict[str, int] = door.view["players"][door.seat.number]["tokens"]
    return [
        {
            "colour": colour,
            "word": colour_word(colour),
            "held": held,
            "chosen": chosen.get(colour, 0),
        }
        for colour, held in tokens.items()
        if held
    ]


def _wrong_number(door: Door, chosen: Mapping[str, int]) -> str:
    """Return how many tokens were chosen, and how many must go."""
    hand = Hand(door.view["players"][door.seat.number])
    if any(number > hand.tokens.get(colour, 0) for colour, number in chosen.items()):
        return gettext("You do not have so many tokens of that colour.")
    numbers = {"chosen": sum(chosen.values()), "count": hand.surplus_with(0)}
    return (
        ngettext(
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            numbers["count"],
        )
        % numbers
    )


def _seconds_to(time: datetime | None) -> int:
    """Return the whole seconds until then, so many that none is left too early."""
    return ceil((time - timezone.now()).total_seconds()) if time else 0


def with_addresses(door: Door, group: MoveGroup, seen: Seen) -> dict[str, Any]:
    """Return the moves of a group, each with its words and where its button is sent to."""
    return {
        "title": group.title,
        "moves": [
            (
                item,
                short_phrase(option_of(item.move), seen, in_full=True),
                reverse("duel:move", args=[door.token(Purpose.MOVE, item.place)]),
            )
            for item in group.items
        ],
    }
