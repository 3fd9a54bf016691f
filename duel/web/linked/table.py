"""The table of a seat: its game drawn, and all that its player can do there.

It is the same at the lasting address of the game, for whoever is signed in, and behind a letter's
link, which brings a key for this seat instead. Without a script every move is a link to its page.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from duel.games.base import Choice, Counters
from duel.games.registry import presentation_of
from duel.games.stories import ShownNote, shown_notes
from duel.games.titles import title_of
from duel.lobby.selectors import can_be_played_again
from duel.lobby.waiting import Waiting, games_waiting_after
from duel.models import Game
from duel.play.memos import memo_of
from duel.play.orders import orders_of
from duel.record.links import Purpose
from duel.record.note_mutes import NotesNotPassedOn
from duel.record.selectors import closed_until
from duel.table.seen import Seen
from duel.timekeeping.in_words import vacancy_sentences, vacations_at
from duel.timekeeping.respites_in_words import why_the_turn_is_longer
from duel.web.linked.context import LinkContext
from duel.web.linked.move_lists import linked_moves
from duel.web.linked.notes import note_context
from duel.words.naming import all_others, others

NOTE_NOT_KEPT = "note-not-kept"
"""In the address of the table: the move was played, and the note with it was not kept."""


def show_table(
    request: HttpRequest,
    ctx: LinkContext,
    *,
    number: int,
    key: str = "",
    counters: Counters | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the table; `number` is that of the news that its reader has by now.

    `key` opens the seat to the page's script where nobody is signed in; `counters` are those of a
    choice that was not right.
    """
    seen, seat, names = ctx.seen, ctx.seat.number, ctx.seen.names
    presentation = presentation_of(ctx.game)
    sheet = ctx.sheet()
    choices = presentation.choices(ctx.view, ctx.legal, seat, names, wins=seen.wins)
    unsend_until = seen.can_take_back_until
    is_mine = seen.is_to_move
    context = {
        "base": "duel/linked/base.html" if key else "base.html",
        "game": ctx.game,
        "api": api_address(ctx.game),
        "title": title_of(ctx.game),
        "names": names,
        "seats": seen.seats,
        "seat": seat,
        "key": key,
        "is_signed_in": not key,
        "sheet": sheet,
        "regions": presentation.table(ctx.view, seen.viewer, names, picks=picks_of(choices)),
        "state": table_state(seen, number, choices),
        "is_your_turn": is_mine,
        "is_mine": is_mine,
        "result": seen.result_words,
        "places": seen.places_words,
        "rematch": _rematch_of(ctx),
        "since": seen.story(),
        "was_taken_back": ctx.was_taken_back,
        **note_context(ctx, seen.seats, names),
        "memo": "" if ctx.game.result else memo_of(ctx.seat),
        "has_orders": not ctx.game.result and bool(orders_of(ctx.seat)),
        "notes": shown_notes(seen.notes, names, seat),
        "note_templates": [
            ShownNote(0, number, name, "", "")
            for number, name in others(list(enumerate(names)), seat)
            if not seen.seats[number].is_bot
        ],
        "moves": linked_moves(ctx, sheet.moves),
        "counters": counters or presentation.counters(ctx.view, seat),
        "wrong": counters.wrong if counters else "",
        "note_not_kept": str(NotesNotPassedOn()) if NOTE_NOT_KEPT in request.GET else "",
        "unsend_until": unsend_until,
        "next_bot": seen.next_bot,
        "unsend_seconds": _seconds_to(unsend_until),
        "can_step_back": seen.can_step_back,
        "token": ctx.token(Purpose.BOARD),
        "waiting": None if key or is_mine else _waiting_after(ctx),
        **_ways_of(ctx, is_signed_in=not key),
        "trouble": reverse("duel:trouble", args=[ctx.token(Purpose.TROUBLE)]),
        "deadline": ctx.game.deadline,
        "is_late": ctx.game.is_late,
        "about_the_clock": _about_the_clock(ctx),
        **all_others(names, seat),
        "closed_until": closed_until(ctx.game),
        "mover": names[ctx.game.to_move] if ctx.game.to_move is not None else "",
    }
    return render(request, "duel/table.html", context, status=status)


def seat_at_table(own: Collection[int], game: Game) -> int:
    """Return the seat in which somebody who has these sits: against oneself, the one to move."""
    return min(own, key=lambda number: (number != game.to_move, number))


def api_address(game: Game) -> str:
    """Return where the page's script asks about the game."""
    return f"/api/v1/games/{game.public_id}"


def picks_of(choices: Iterable[Choice]) -> set[str]:
    """Return all that can be tapped for these choices."""
    return {pick for choice in choices for pick in choice.picks}


def table_state(seen: Seen, number: int, choices: Iterable[Choice] = ()) -> dict[str, Any]:
    """Return what the page's script begins with, under the names that the API gives to it."""
    turn = {"steps": [], "choices": [vars(choice) for choice in choices]}
    return {
        "ply": seen.game.ply,
        "number": number,
        "status": seen.game.status,
        "since_ply": seen.since_ply,
        "turn": turn if seen.is_to_move else None,
    }


def _about_the_clock(ctx: LinkContext) -> list[str]:
    """Return what moves the deadline beside the moves: vacations, and reports that wait."""
    game, mover, seats = ctx.game, ctx.game.to_move, ctx.seen.seats
    if mover is None:
        return []
    is_own = mover == ctx.seat.number
    longer = why_the_turn_is_longer(game, name=ctx.seen.names[mover], is_own=is_own)
    away = vacations_at(seats, ctx.seat.user)
    return [*vacancy_sentences(seats, ctx.seat.user), *away, *longer]


def _ways_of(ctx: LinkContext, *, is_signed_in: bool) -> dict[str, Any]:
    """Return where the pages beside the table are, and where they will be after the next move.

    A letter's link is good for one position, and so are those that it brings: once the game has
    moved on, one signs in for what the key of a seat does not do.
    """
    game = ctx.game.public_id
    later = {
        "more": reverse("duel:own-more", args=[game]),
        "about_time": reverse("duel:own-time", args=[game]),
        "timeline": reverse("duel:timeline", args=[game]),
    }
    if is_signed_in:
        return {**later, "later": {}}
    now = {
        "more": reverse("duel:more", args=[ctx.token(Purpose.MORE)]),
        "about_time": reverse("duel:time", args=[ctx.token(Purpose.TIME)]),
        "timeline": reverse("duel:timeline-link", args=[ctx.token(Purpose.TIMELINE)]),
    }
    return {**now, "later": later}


def _waiting_after(ctx: LinkContext) -> Waiting | None:
    """Return what else waits for the reader's move."""
    return games_waiting_after(ctx.seat.user, ctx.game.public_id) if ctx.seat.user else None


def _rematch_of(ctx: LinkContext) -> str:
    """Return the address of the page that plays the game once more; nothing if all others left."""
    if not can_be_played_again(ctx.seen.seats, ctx.seat.number):
        return ""
    return reverse("duel:again", args=[ctx.token(Purpose.REMATCH)])


def _seconds_to(time: datetime | None) -> int:
    """Return the whole seconds until then, so many that none is left too early."""
    return ceil((time - timezone.now()).total_seconds()) if time else 0
