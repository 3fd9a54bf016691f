"""The page of one move: it shows what the move does, and its button plays it."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from duel.errors import ReaderHasChanged, Refused, Stale
from duel.play.moves import play_along
from duel.play.notes import are_notes_muted, forget_note_draft, write_note
from duel.record.links import Purpose
from duel.web.linked.context import LinkContext, by_link
from duel.web.linked.notes import chosen_readers, note_context, seats_seen
from duel.web.linked.sentences import say
from duel.web.linked.stale_link import show_what_happened
from duel.web.linked.table import NOTE_NOT_KEPT
from duel.web.linked.tokens import board_address
from duel.words.naming import all_others, unsend_words


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MOVE)
def move(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the move on GET; play it when its button is pressed."""
    if request.method == "POST":
        return _play(request, ctx)
    if ctx.is_open:
        return _show(request, ctx)
    if ctx.turn_goes_on:
        return redirect(board_address(ctx.perspective))
    return show_what_happened(request, ctx)


def _show(request: HttpRequest, ctx: LinkContext, *, refusal: str = "") -> HttpResponse:
    """Show the page; with a refusal also what was written, so that it can be sent anew."""
    perspective, presentation = ctx.perspective, ctx.perspective.presentation
    names, view, following = perspective.names, perspective.view, perspective.next_player
    wins = perspective.win_of(ctx.move)
    context = {
        "sentences": presentation.move_sentences(ctx.move, view, names, wins=wins),
        "ends_game": perspective.move_ends_game(ctx.move),
        "final": presentation.final_words(ctx.move, view, names),
        "is_final_already": ctx.perspective.has_begun and not ctx.perspective.turned_nothing_up,
        "turn_goes_on": perspective.move_leaves_turn_open(ctx.move),
        "unsend": unsend_words(perspective.seconds_until_final),
        "next_bot": names[following.number] if following.is_bot else "",
        "sheet": presentation.sheet(view, [], ctx.seat.number, names),
        "cells": set(ctx.move.split()),
        "refusal": refusal,
        **note_context(perspective, refused=request if refusal else None),
        **all_others(names, ctx.seat.number),
        "board": board_address(ctx.perspective),
    }
    return render(request, "duel/linked/move.html", context, status=409 if refusal else 200)


def _play(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    try:
        with transaction.atomic():  # no letter leaves without the note that goes with it
            played = play_along(
                public_id=ctx.game.public_id,
                seat=ctx.seat.number,
                expected_ply=ctx.link.ply,
                moves=[ctx.move],
                channel="link",
                received_at=timezone.now(),
                known=ctx.perspective.snapshot,
            )
            is_kept = played.was_played_before or _keep_note(ctx, request)
    except Stale:
        return show_what_happened(request, ctx.renewed(), status=409)
    except ReaderHasChanged as refusal:
        return _show(request, ctx.renewed(), refusal=str(refusal))
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    if played.was_played_before:
        ctx = ctx.renewed()
        if not ctx.is_of_latest_turn:
            return show_what_happened(request, ctx)
    board = board_address(ctx.perspective, ply=played.ply)
    return redirect(board if is_kept else f"{board}?{NOTE_NOT_KEPT}")


def _keep_note(ctx: LinkContext, request: HttpRequest) -> bool:
    """Return whether the note goes with the move; an emptied field takes it away."""
    note = request.POST.get("note")
    if note and note.strip():
        if are_notes_muted(ctx.seat.user, ctx.game):
            return False
        write_note(
            seat=ctx.seat,
            ply=ctx.link.ply,
            text=note,
            to=chosen_readers(request),
            seats_seen=seats_seen(request),
        )
    elif note is not None and ctx.perspective.has_undo:
        forget_note_draft(seat=ctx.seat)
    return True
