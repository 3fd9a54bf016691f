"""The table of a seat: its game drawn, and all that its player can do there.

The board of a letter's link and the pages of a player who is signed in show it.

It is the same at the lasting address of the game, after signing in, and behind a letter's link,
which brings a key for this seat instead. Without a script every move is a link to its page.
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
from duel.games.stories import ShownNote, shown_notes
from duel.games.titles import title_of
from duel.lobby.selectors import can_be_played_again
from duel.lobby.waiting import WaitingGames, games_waiting_after
from duel.models import AnyGame
from duel.perspective.perspective import Perspective, own_number
from duel.play.notes import NotesNotPassedOn
from duel.play.orders import memo_of, orders_of
from duel.record.links import Purpose
from duel.record.selectors import closed_until
from duel.timekeeping.in_words import vacancy_sentences, vacations_at
from duel.timekeeping.respites_in_words import why_the_turn_is_longer
from duel.web.linked.move_lists import linked_moves
from duel.web.linked.notes import note_context
from duel.web.linked.tokens import seat_token
from duel.words.naming import all_others, others

NOTE_NOT_KEPT = "note-not-kept"
"""In the address of the table: the move was played, and the note with it was not kept."""


def show_table(
    request: HttpRequest,
    perspective: Perspective,
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
    game, names, sits = perspective.game, perspective.names, perspective.seat
    if sits is None:
        raise TypeError("A spectator has no seat at the table.")
    seat, presentation = sits.number, perspective.presentation
    sheet = perspective.sheet(in_full=True)
    choices = presentation.choices(
        perspective.view, perspective.legal, seat, names, wins=perspective.wins
    )
    unsend_until = perspective.can_take_back_until
    is_mine = perspective.is_to_move
    context = {
        "base": "duel/linked/base.html" if key else "base.html",
        "game": game,
        "api": api_address(game),
        "title": title_of(game),
        "names": names,
        "seats": perspective.seats,
        "seat": seat,
        "key": key,
        "is_signed_in": not key,
        "sheet": sheet,
        "regions": presentation.table(
            perspective.view, perspective.viewer, names, picks=picks_of(choices)
        ),
        "state": table_state(perspective, number, choices),
        "is_your_turn": is_mine,
        "is_mine": is_mine,
        "result": perspective.result_words,
        "places": perspective.places_words,
        "rematch": _rematch_of(perspective),
        "since": perspective.story(),
        "was_taken_back": perspective.was_taken_back,
        **note_context(perspective),
        "memo": "" if game.result else memo_of(sits),
        "has_orders": not game.result and bool(orders_of(sits)),
        "notes": shown_notes(perspective.notes, names, seat),
        "note_templates": [
            ShownNote(0, number, name, "", "")
            for number, name in others(list(enumerate(names)), seat)
            if not perspective.seats[number].is_bot
        ],
        "moves": linked_moves(perspective, sheet.moves),
        "counters": counters or presentation.counters(perspective.view, seat),
        "wrong": counters.wrong if counters else "",
        "note_not_kept": str(NotesNotPassedOn()) if NOTE_NOT_KEPT in request.GET else "",
        "unsend_until": unsend_until,
        "next_bot": perspective.next_bot,
        "unsend_seconds": _seconds_to(unsend_until),
        "can_step_back": perspective.can_step_back,
        "token": seat_token(perspective, Purpose.BOARD),
        "waiting": None if key or is_mine else _waiting_after(perspective),
        **_ways_of(perspective, is_signed_in=not key),
        "trouble": reverse("duel:trouble", args=[seat_token(perspective, Purpose.TROUBLE)]),
        "deadline": game.deadline,
        "is_late": game.is_late,
        "about_the_clock": _about_the_clock(perspective),
        **all_others(names, seat),
        "closed_until": closed_until(game),
        "mover": names[game.to_move] if game.to_move is not None else "",
    }
    return render(request, "duel/table.html", context, status=status)


def seat_at_table(own: Collection[int], game: AnyGame) -> int:
    """Return the seat in which somebody who has these sits: against oneself, the one to move."""
    return min(own, key=lambda number: (number != game.to_move, number))


def api_address(game: AnyGame) -> str:
    """Return where the page's script asks about the game."""
    return f"/api/v1/games/{game.public_id}"


def picks_of(choices: Iterable[Choice]) -> set[str]:
    """Return all that can be tapped for these choices."""
    return {pick for choice in choices for pick in choice.picks}


def table_state(
    perspective: Perspective, number: int, choices: Iterable[Choice] = ()
) -> dict[str, Any]:
    """Return what the page's script begins with, under the names that the API gives to it."""
    turn = {"steps": [], "choices": [vars(choice) for choice in choices]}
    return {
        "ply": perspective.game.ply,
        "number": number,
        "status": perspective.game.status,
        "since_ply": perspective.since_ply,
        "turn": turn if perspective.is_to_move else None,
    }


def _about_the_clock(perspective: Perspective) -> list[str]:
    """Return what moves the deadline beside the moves: vacations, and reports that wait."""
    game, mover, seats = perspective.game, perspective.game.to_move, perspective.seats
    if mover is None:
        return []
    is_own, reader = mover == perspective.number, perspective.reader
    longer = why_the_turn_is_longer(game, name=perspective.names[mover], is_own=is_own)
    return [*vacancy_sentences(seats, reader), *vacations_at(seats, reader), *longer]


def _ways_of(perspective: Perspective, *, is_signed_in: bool) -> dict[str, Any]:
    """Return where the pages beside the table are, and where they will be after the next move.

    A letter's link is good for one position, and so are those that it brings: once the game has
    moved on, one signs in for what the key of a seat does not do.
    """
    game = perspective.game.public_id
    later = {
        "more": reverse("duel:own-more", args=[game]),
        "about_time": reverse("duel:own-time", args=[game]),
        "timeline": reverse("duel:timeline", args=[game]),
    }
    if is_signed_in:
        return {**later, "later": {}}
    now = {
        "more": reverse("duel:more", args=[seat_token(perspective, Purpose.MORE)]),
        "about_time": reverse("duel:time", args=[seat_token(perspective, Purpose.TIME)]),
        "timeline": reverse("duel:timeline-link", args=[seat_token(perspective, Purpose.TIMELINE)]),
    }
    return {**now, "later": later}


def _waiting_after(perspective: Perspective) -> WaitingGames | None:
    """Return what else waits for the reader's move."""
    reader = perspective.reader
    return games_waiting_after(reader, perspective.game.public_id) if reader else None


def _rematch_of(perspective: Perspective) -> str:
    """Return the address of the page that plays the game once more; nothing if all others left."""
    if not can_be_played_again(perspective.seats, own_number(perspective)):
        return ""
    return reverse("duel:again", args=[seat_token(perspective, Purpose.REMATCH)])


def _seconds_to(time: datetime | None) -> int:
    """Return the whole seconds until then, so many that none is left too early."""
    return ceil((time - timezone.now()).total_seconds()) if time else 0
