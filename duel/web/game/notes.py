"""Acts that hide and show the notes of others and write memos, and the page of hidden writers.

The page beside the moves and the timeline have the buttons.
"""

from collections.abc import Callable, Mapping
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.models import KnownSeat
from duel.play.notes import hide_notes, note_written_to, show_notes, writers_hidden_from
from duel.play.orders import forget_memo, write_memo


def _hide(seat: KnownSeat, posted: Mapping[str, str]) -> str:
    note = note_written_to(seat.game, seat.number, posted.get("note", ""))
    writer = (
        User.objects.filter(seats__game=seat.game_id, seats__number=note.seat).first()
        if note
        else None
    )
    if writer is None or seat.user is None:
        return gettext("This note is no longer there.")
    hide_notes(reader=seat.user, writer=writer)
    sentence = gettext(
        "Notes of %(name)s are no longer shown to you, in any game; %(name)s is not told of it. "
        "You can take it back here and in your preferences."
    )
    return sentence % {"name": writer}


def _show(seat: KnownSeat, posted: Mapping[str, str]) -> str:
    hidden = writers_hidden_from(seat.user) if seat.user else []
    writer = next((each for each in hidden if str(each.pk) == posted.get("writer")), None)
    if writer is None or seat.user is None:
        return gettext("Nothing was chosen.")
    show_notes(reader=seat.user, writer=writer)
    return gettext("Notes of %(name)s are shown to you again.") % {"name": writer}


def _write_memo(seat: KnownSeat, posted: Mapping[str, str]) -> str:
    if write_memo(seat=seat, text=posted.get("memo", "")):
        return gettext("Your memo will stand in the letter with your next turn.")
    return gettext("Your memo is deleted.")


def _delete_memo(seat: KnownSeat, posted: Mapping[str, str]) -> str:
    forget_memo(seat)
    return gettext("Your memo is deleted.")


NOTE_ACTS: dict[str, Callable[[KnownSeat, Mapping[str, str]], str]] = {
    "hide-notes": _hide,
    "show-notes": _show,
    "memo": _write_memo,
    "no-memo": _delete_memo,
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hidden_notes(request: HttpRequest) -> HttpResponse:
    """Show whose notes are hidden; a press shows them again."""
    reader = cast(User, request.user)
    writers = writers_hidden_from(reader)
    if request.method == "POST":
        for writer in writers:
            if str(writer.pk) == request.POST.get("writer"):
                show_notes(reader=reader, writer=writer)
        return redirect("duel:hidden-notes")
    return render(request, "duel/notes/hidden.html", {"writers": writers})
