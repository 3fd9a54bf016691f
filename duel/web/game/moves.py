"""The moves of a page as links, the page that plays one, and the field for its note.

The table takes the list and the field. The list is most of a page, so it is written in one go,
without a template for each move.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import conditional_escape as escape
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duel.errors import ReaderHasChanged, Refused, Stale
from duel.games.base import Groups, MoveItem, MoveLists
from duel.models.note import recipients_in
from duel.perspective.perspective import PlayerPerspective
from duel.play.moves import play_with_note
from duel.play.notes import seats_mark
from duel.record.links import Purpose, path_before_token, seat_path, seat_token
from duel.web.game.context import LinkContext, by_link
from duel.web.game.fallback_pages import say
from duel.web.game.stale_link import lead_on, show_what_happened
from duel.web.numbers import whole_number
from duel.words.naming import all_others, joined, others, unsend_words
from engine.kinds import Channel

FIELD = "note_to"
SEATS = "note_seats"
NOTE_NOT_KEPT = "note-not-kept"
"""In the address of the table: the move was played, and the note with it was not kept."""


@dataclass(frozen=True)
class NoteField:
    """The values of the field for a note."""

    draft: str
    is_read: bool
    """Whether somebody else at the table can read notes: bots cannot."""
    readers: list[tuple[str, str, bool]]
    """Each player who could be the only reader: value, name, and whether chosen before."""
    seats: str


def note_field(perspective: PlayerPerspective, *, refused: HttpRequest | None = None) -> NoteField:
    """Return the field for a note; with what was written before if that was `refused`."""
    draft, seats = perspective.note_draft, perspective.seats
    text, chosen = (draft.text, draft.recipients) if draft else ("", "")
    if refused is not None:
        text = refused.POST.get("note", "")
        chosen = " ".join(map(str, chosen_readers(refused)))
    return NoteField(
        draft=text,
        is_read=any(not seat.is_bot for seat in others(seats, perspective.number)),
        readers=_possible_readers(perspective, chosen),
        seats=" ".join(map(str, seats_mark(seats))),
    )


def _possible_readers(perspective: PlayerPerspective, chosen: str) -> list[tuple[str, str, bool]]:
    """Return each player of several who could be the only reader.

    Words that were taken back are offered to the same readers, even if these are several or gone.
    """
    names = perspective.names
    if len(names) == 2:
        return []
    left = [seat.number for seat in perspective.seats if seat.left_at is not None]
    single = {
        str(seat): name
        for seat, name in others(list(enumerate(names)), perspective.number)
        if seat not in left
    }
    gone = [seat for seat in recipients_in(chosen) if seat < len(names)]
    before = {chosen: joined([names[seat] for seat in gone])} if gone else {}
    return [(value, name, value == chosen) for value, name in (single | before).items()]


def chosen_readers(request: HttpRequest) -> tuple[int, ...]:
    """Return the only seats that are to read the note; an empty tuple means all others."""
    return recipients_in(request.POST.get(FIELD, ""))


def shown_seats(request: HttpRequest) -> list[int]:
    """Return who sat at the table when the field for the note was shown, as `seats_mark` has it."""
    return [whole_number(part, digits=9) for part in request.POST.get(SEATS, "").split()[:4]]


@dataclass(frozen=True)
class LinkedMoves:
    """The legal moves of a page, drawn; falsy if there are none."""

    meant: SafeString
    rarer: SafeString

    def __bool__(self) -> bool:
        """Return whether there is a move to choose."""
        return bool(self.meant or self.rarer)


def link_moves(perspective: PlayerPerspective, moves: MoveLists) -> LinkedMoves:
    """Return every move as a link: those that people mean, and the rest."""
    return LinkedMoves(
        meant=groups_of_links(perspective, moves.meant, heading="h3"),
        rarer=groups_of_links(perspective, (*moves.rarer, *moves.collected), heading="h4"),
    )


def groups_of_links(perspective: PlayerPerspective, groups: Groups, *, heading: str) -> SafeString:
    """Return the moves of these groups, each under its title."""
    before, final = path_before_token(Purpose.MOVE), gettext("final")
    drawn = (
        (
            group.items[0].number,
            group.title,
            mark_safe("".join(_links(perspective, group.items, before, final))),  # noqa: S308
        )
        for group in groups
    )
    # A letter leads to a group by the number of its first move.
    pattern = f'<{heading} id="m{{}}">{{}}</{heading}><ul>{{}}</ul>'
    return format_html_join("", pattern, drawn)


def _links(
    perspective: PlayerPerspective, items: tuple[MoveItem, ...], before: str, final: str
) -> Iterator[str]:
    for item in items:
        words = f"{item.short} ({item.good_for})" if item.good_for else item.short
        wins = f' <strong class="wins">{escape(item.wins)}</strong>' if item.wins else ""
        is_final = f' <span class="final">{escape(final)}</span>' if item.final else ""
        text = perspective.legal[item.place - 1]
        link = before + seat_token(perspective.seat, Purpose.MOVE, item.place, text=text)
        yield (
            f'<li><a class="move" href="{link}">'
            f'<span class="number">{item.number}</span> <span>{escape(words)}</span>'
            f"{wins}{is_final}</a></li>"
        )


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Purpose.MOVE)
def move(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the move on GET; play it when its button is pressed."""
    if request.method == "POST":
        return _play(request, ctx)
    return _show_move(request, ctx) if ctx.is_open else lead_on(request, ctx)


def _show_move(request: HttpRequest, ctx: LinkContext, *, refusal: str = "") -> HttpResponse:
    """Show the page; with a refusal also the note, so that it can be sent anew."""
    perspective, presentation = ctx.perspective, ctx.perspective.presentation
    names, view, following = perspective.names, perspective.view, perspective.next_player
    wins = perspective.win_of(ctx.move)
    context = {
        "sentences": presentation.move_sentences(ctx.move, view, names, wins=wins),
        "ends_game": perspective.move_ends_game(ctx.move),
        "final": presentation.final_words(ctx.move, view, names),
        "is_final_already": perspective.has_begun and not perspective.turned_nothing_up,
        "turn_goes_on": perspective.move_leaves_turn_open(ctx.move),
        "unsend": unsend_words(perspective.seconds_until_final),
        "next_bot": names[following.number] if following.is_bot else "",
        "sheet": presentation.sheet(view, [], perspective.number, names),
        "cells": set(ctx.move.split()),
        "refusal": refusal,
        "note": note_field(perspective, refused=request if refusal else None),
        **all_others(names, perspective.number),
        "board": seat_path(perspective.seat, Purpose.BOARD),
    }
    return render(request, "duel/linked/move.html", context, status=409 if refusal else 200)


def _play(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    note = request.POST.get("note")
    try:
        played, is_kept = play_with_note(
            seat=ctx.perspective.seat,
            expected_ply=ctx.link.ply,
            moves=[ctx.move],
            channel=Channel.LINK,
            note=note,
            note_to=chosen_readers(request) if note else (),
            shown_seats=shown_seats(request) if note else (),
            known=ctx.perspective.snapshot,
        )
    except Stale:
        return show_what_happened(request, ctx.renewed(), status=409)
    except ReaderHasChanged as refusal:
        return _show_move(request, ctx.renewed(), refusal=str(refusal))
    except Refused as refusal:
        return say(request, str(refusal), status=409)
    if played.was_played_before:
        ctx = ctx.renewed()
        if not ctx.is_of_latest_turn:
            return show_what_happened(request, ctx)
    board = seat_path(ctx.perspective.seat, Purpose.BOARD, ply=played.ply)
    return redirect(board if is_kept else f"{board}?{NOTE_NOT_KEPT}")


@require_http_methods(["GET", "HEAD"])
@by_link(Purpose.PAYMENTS)
def payments(request: HttpRequest, ctx: LinkContext) -> HttpResponse:
    """Show the moves that the letter left out, each as a link under its number."""
    if not ctx.is_open:
        return lead_on(request, ctx)
    groups = ctx.perspective.sheet(in_full=True).moves.collected
    board = seat_path(ctx.perspective.seat, Purpose.BOARD)
    if not groups:  # nothing was left out of the letter
        return redirect(board)
    context = {"moves": groups_of_links(ctx.perspective, groups, heading="h2"), "board": board}
    return render(request, "duel/linked/payments.html", context)
