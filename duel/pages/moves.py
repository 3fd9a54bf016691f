"""The page of one move: it shows what the move does, and its button plays it."""

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from duel.doors import Door
from duel.errors import Refused, Stale
from duel.links import Purpose
from duel.pages.boards import board_of, show_what_happened
from duel.pages.linked import by_link, say
from duel.selectors import names_of
from duel.services.notes import write_note
from duel.services.turns import play_along
from duel.wording.delays import unsend_words
from duel.wording.effects import move_sentences
from duel.wording.moves import final_words
from duel.wording.sheet import turn_sheet
from engine.winning import Win


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MOVE)
def move(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the move on GET; play it when its button is pressed."""
    if request.method == "POST":
        return _play(request, door)
    if door.is_open:
        return _show(request, door)
    if door.turn_goes_on:
        return redirect(board_of(door))
    return show_what_happened(request, door)


def _show(request: HttpRequest, door: Door) -> HttpResponse:
    names = names_of(door.game)
    context = {
        "sentences": move_sentences(door.move, door.view, names, wins=door.move_wins),
        "ends_game": door.move_wins is Win.SURELY and not door.move_leaves_turn_open,
        "final": final_words(door.move, door.view, names),
        "is_final_already": door.has_begun and not door.turned_nothing_up,
        "turn_goes_on": door.move_leaves_turn_open,
        "unsend": unsend_words(settings.UNSEND_SECONDS),
        "sheet": turn_sheet(door.view, [], door.seat.number, names),
        "cells": set(door.move.split()),
        "opponent": names[1 - door.seat.number],
        "board": board_of(door),
    }
    return render(request, "duel/linked/move.html", context)


def _play(request: HttpRequest, door: Door) -> HttpResponse:
    note = request.POST.get("note", "")
    try:
        with transaction.atomic():  # no letter leaves without the note that goes with it
            played = play_along(
                public_id=door.game.public_id,
                seat=door.seat.number,
                expected_ply=door.link.ply,
                move=door.move,
                channel="link",
                received_at=timezone.now(),
                known=door.log,
            )
            if note.strip() and not played.was_played_before:
                write_note(seat=door.seat, ply=door.link.ply, text=note)
    except Stale:
        return show_what_happened(request, door.renewed(), status=409)
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    if played.was_played_before:
        door = door.renewed()
        if not door.is_of_latest_turn:
            return show_what_happened(request, door)
    return redirect(board_of(door, ply=played.ply))
