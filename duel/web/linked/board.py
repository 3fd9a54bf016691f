"""The board page: where a seat's game stands, and every move as a link to its page."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from duel.errors import IllegalMove, Refused, Stale
from duel.games.base import Counters, MoveGroup
from duel.games.registry import presentation_of
from duel.games.stories import shown_notes
from duel.games.titles import title_of
from duel.lobby.selectors import can_be_played_again
from duel.models import Seat
from duel.play.memos import memo_of
from duel.play.orders import orders_of
from duel.play.sending import can_unsend_until, send_now
from duel.play.undo import unsend
from duel.record.events import notes_since_last_turn
from duel.record.links import Purpose
from duel.record.note_mutes import NotesNotPassedOn
from duel.record.selectors import closed_until, player_names, table_of
from duel.timekeeping.in_words import vacancy_sentences, vacations_at
from duel.timekeeping.respites_in_words import why_the_turn_is_longer
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.passed import (
    places_at_end,
    result_of,
    show_what_happened,
    story_of,
)
from duel.web.linked.sentences import say
from duel.web.views.numbers import whole_number
from duel.words.naming import all_others

NOTE_NOT_KEPT = "note-not-kept"
"""In the address of the board: the move was played, and the note with it was not kept."""


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.BOARD)
def board(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the position and, if the seat is to move, every move as a link to its page."""
    if ctx.is_fresh:
        return _show(request, ctx)
    if ctx.turn_goes_on:
        return redirect(ctx.board())
    return show_what_happened(request, ctx)


@require_POST
@by_link(Purpose.BOARD)
def take_back(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Take the last turn back while the opponent's letter waits, or the steps of a turn."""
    try:
        unsend(
            public_id=ctx.game.public_id,
            seat=ctx.seat.number,
            expected_ply=ctx.link.ply,
            channel="link",
        )
    except Stale:
        return show_what_happened(request, ctx.renewed(), status=409)
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    # To where the game stood then: pressed once more days later, it opens no newer board.
    return redirect(ctx.board(ply=ctx.link.ply + 1))


@require_POST
@by_link(Purpose.BOARD)
def let_go(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Let the opponent's letter leave now: the turn can no longer be taken back."""
    if not ctx.is_fresh:
        return show_what_happened(request, ctx)
    send_now(public_id=ctx.game.public_id, seat=ctx.seat.number, expected_ply=ctx.link.ply)
    return redirect(ctx.board())


@require_POST
@by_link(Purpose.BOARD)
def discard(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Lead from one counter for each colour to the page that returns those tokens to the bag."""
    if not ctx.is_fresh:
        return show_what_happened(request, ctx, status=409)
    chosen = {key: whole_number(request.POST.get(key, ""), digits=2) for key in request.POST}
    counters = presentation_of(ctx.game).counters(ctx.view, ctx.seat.number, chosen)
    if counters is None:
        return say(request, str(IllegalMove()), status=409)
    if counters.move in ctx.legal:
        return redirect(_move_page(ctx, ctx.legal.index(counters.move) + 1))
    return _show(request, ctx, counters=counters, status=422)


def _show(
    request: HttpRequest,
    ctx: LinkContext,
    *,
    counters: Counters | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the board page; `counters` are those of a choice that was not right."""
    seat, seats = ctx.seat.number, table_of(ctx.game)
    names = player_names(seats)
    presentation = presentation_of(ctx.game)
    sheet = ctx.sheet(names)
    result = result_of(ctx, names)
    unsend_until = can_unsend_until(ctx.game, seat)
    context = {
        "title": title_of(ctx.game),
        "sheet": sheet,
        "is_your_turn": ctx.game.to_move == seat,
        "result": result,
        "places": places_at_end(ctx, names),
        "rematch": _rematch_of(ctx, seats) if result else "",
        "since": story_of(ctx, ctx.events, names, result),
        "was_taken_back": ctx.was_taken_back,
        "note_draft": ctx.note_draft,
        "memo": "" if result else memo_of(ctx.seat),
        "has_orders": not result and bool(orders_of(ctx.seat)),
        "notes": shown_notes(notes_since_last_turn(ctx.game, seat), names, seat),
        "groups": [with_addresses(ctx, group) for group in sheet.moves.meant],
        "rarer": [
            with_addresses(ctx, group) for group in (*sheet.moves.rarer, *sheet.moves.collected)
        ],
        "counters": counters or presentation.counters(ctx.view, seat),
        "wrong": counters.wrong if counters else "",
        "note_not_kept": str(NotesNotPassedOn()) if NOTE_NOT_KEPT in request.GET else "",
        "unsend_until": unsend_until,
        "unsend_seconds": _seconds_to(unsend_until),
        "can_step_back": ctx.can_step_back,
        "token": ctx.token(Purpose.BOARD),
        "more": reverse("duel:more", args=[ctx.token(Purpose.MORE)]),
        "timeline": reverse("duel:timeline-link", args=[ctx.token(Purpose.TIMELINE)]),
        "trouble": reverse("duel:trouble", args=[ctx.token(Purpose.TROUBLE)]),
        "about_time": reverse("duel:time", args=[ctx.token(Purpose.TIME)]),
        "deadline": ctx.game.deadline,
        "is_late": ctx.game.is_late,
        "about_the_clock": _about_the_clock(ctx, seats, names),
        "is_mine": ctx.game.to_move == seat,
        **all_others(names, seat),
        "mover": names[ctx.game.to_move] if ctx.game.to_move is not None else "",
        "closed_until": closed_until(ctx.game),
    }
    return render(request, "duel/linked/board.html", context, status=status)


def _about_the_clock(ctx: LinkContext, seats: Sequence[Seat], names: Sequence[str]) -> list[str]:
    """Return what moves the deadline beside the moves: vacations, and reports that wait."""
    game, mover = ctx.game, ctx.game.to_move
    if mover is None:
        return []
    is_own = mover == ctx.seat.number
    longer = why_the_turn_is_longer(game, name=names[mover], is_own=is_own)
    away = vacations_at(seats, ctx.seat.user)
    return [*vacancy_sentences(seats, ctx.seat.user), *away, *longer]


def _rematch_of(ctx: LinkContext, seats: Iterable[Seat]) -> str:
    """Return the address of the page that plays the game once more; nothing if all others left."""
    if not can_be_played_again(seats, ctx.seat.number):
        return ""
    return reverse("duel:again", args=[ctx.token(Purpose.REMATCH)])


def _seconds_to(time: datetime | None) -> int:
    """Return the whole seconds until then, so many that none is left too early."""
    return ceil((time - timezone.now()).total_seconds()) if time else 0


def with_addresses(ctx: LinkContext, group: MoveGroup) -> dict[str, Any]:
    """Return the moves of a group, each with its words and the address of its page."""
    return {
        "title": group.title,
        "moves": [(item, item.short, _move_page(ctx, item.place)) for item in group.items],
    }


def _move_page(ctx: LinkContext, place: int) -> str:
    """Return the address of the page of the move at this place of the sorted legal list."""
    return reverse("duel:move", args=[ctx.token(Purpose.MOVE, place)])
