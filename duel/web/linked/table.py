"""The table of a seat: its game drawn, and all that its player can do there.

It is the same at the lasting address of the game, for whoever is signed in, and behind a letter's
link, which brings a key for this seat instead. Without a script every move is a link to its page.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from duel.games.base import Choice, Counters
from duel.games.registry import presentation_of
from duel.games.stories import note_sentences
from duel.games.titles import title_of
from duel.lobby.selectors import can_be_played_again
from duel.models import Game, Seat
from duel.play.memos import memo_of
from duel.play.orders import orders_of
from duel.play.sending import can_unsend_until
from duel.record.events import notes_since_last_turn
from duel.record.links import Purpose
from duel.record.note_mutes import NotesNotPassedOn
from duel.record.selectors import player_names, table_of
from duel.timekeeping.in_words import vacancy_sentences, vacations_at
from duel.timekeeping.respites_in_words import why_the_turn_is_longer
from duel.web.linked.context import LinkContext
from duel.web.linked.move_lists import linked_moves
from duel.web.linked.notes import possible_readers
from duel.web.linked.passed import places_at_end, result_of, story_of
from duel.words.naming import all_others

NOTE_NOT_KEPT = "note-not-kept"
"""In the address of the table: the move was played, and the note with it was not kept."""


def show_table(
    request: HttpRequest,
    ctx: LinkContext,
    *,
    key: str = "",
    counters: Counters | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the table; `key` opens the seat to the page's script where nobody is signed in.

    `counters` are those of a choice that was not right.
    """
    seat, seats = ctx.seat.number, table_of(ctx.game)
    names = player_names(seats)
    presentation = presentation_of(ctx.game)
    sheet = ctx.sheet(names)
    result = result_of(ctx, names)
    unsend_until = can_unsend_until(ctx.game, seat)
    choices = presentation.choices(ctx.view, ctx.legal, seat, names, wins=ctx.wins)
    picks = {pick for choice in choices for pick in choice.picks}
    is_mine = ctx.game.to_move == seat
    context = {
        "base": "duel/linked/base.html" if key else "base.html",
        "game": ctx.game,
        "title": title_of(ctx.game),
        "names": names,
        "seat": seat,
        "key": key,
        "sheet": sheet,
        "regions": presentation.table(ctx.view, seat, names, picks=picks),
        "state": _state(ctx, choices, unsend_until),
        "is_your_turn": is_mine,
        "is_mine": is_mine,
        "result": result,
        "places": places_at_end(ctx, names),
        "rematch": _rematch_of(ctx, seats),
        "since": story_of(ctx, ctx.events, names, result),
        "was_taken_back": ctx.was_taken_back,
        "note_draft": ctx.note_draft,
        "note_readers": possible_readers(ctx, names) if is_mine else [],
        "memo": "" if result else memo_of(ctx.seat),
        "has_orders": not result and bool(orders_of(ctx.seat)),
        "notes": note_sentences(notes_since_last_turn(ctx.game, seat), names, seat),
        "moves": linked_moves(ctx, sheet.moves),
        "counters": counters or presentation.counters(ctx.view, seat),
        "wrong": counters.wrong if counters else "",
        "note_not_kept": str(NotesNotPassedOn()) if NOTE_NOT_KEPT in request.GET else "",
        "unsend_until": unsend_until,
        "unsend_seconds": _seconds_to(unsend_until),
        "can_step_back": ctx.can_step_back,
        "token": ctx.token(Purpose.BOARD),
        "more": reverse("duel:more", args=[ctx.token(Purpose.MORE)]),
        "trouble": reverse("duel:trouble", args=[ctx.token(Purpose.TROUBLE)]),
        "about_time": reverse("duel:time", args=[ctx.token(Purpose.TIME)]),
        "deadline": ctx.game.deadline,
        "is_late": ctx.game.is_late,
        "about_the_clock": _about_the_clock(ctx, seats, names),
        **all_others(names, seat),
        "mover": names[ctx.game.to_move] if ctx.game.to_move is not None else "",
    }
    return render(request, "duel/table.html", context, status=status)


def seat_at_table(own: Collection[int], game: Game) -> int:
    """Return the seat in which somebody who has these sits: against oneself, the one to move."""
    return min(own, key=lambda number: (number != game.to_move, number))


def _state(
    ctx: LinkContext, choices: Iterable[Choice], unsend_until: datetime | None
) -> dict[str, Any]:
    """Return what the page's script begins with, under the names that the API gives to it."""
    is_mine = ctx.game.to_move == ctx.seat.number
    return {
        "ply": ctx.game.ply,
        "number": 0,
        "status": ctx.game.status,
        "can_take_back_until": unsend_until.isoformat() if unsend_until else None,
        "since_ply": 0,
        "turn": {"steps": [], "choices": [asdict(choice) for choice in choices]}
        if is_mine
        else None,
    }


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
