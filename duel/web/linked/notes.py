"""Asks who is to read a note, and refuses it if somebody else sits there by now.

Pages with a field for a note call it.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from duel.models import AnySeat
from duel.models.note import recipients_in
from duel.perspective.perspective import Perspective, own_number
from duel.play.notes import seats_mark
from duel.web.views.numbers import whole_number
from duel.words.naming import joined, others

FIELD = "note_to"
SEATS = "note_seats"


def note_context(perspective: Perspective, *, refused: HttpRequest | None = None) -> dict[str, Any]:
    """Return what the field for a note is made of; with what was written if that was `refused`."""
    draft, seats = perspective.note_draft, perspective.seats
    text, chosen = (draft.text, draft.recipients) if draft else ("", "")
    if refused is not None:
        text = refused.POST.get("note", "")
        chosen = " ".join(map(str, chosen_readers(refused)))
    return {
        "note_draft": text,
        "note_is_read": is_note_read(seats, own_number(perspective)),
        "note_readers": possible_readers(perspective, chosen),
        "note_seats": " ".join(map(str, seats_mark(seats))),
    }


def possible_readers(perspective: Perspective, chosen: str) -> list[tuple[str, str, bool]]:
    """Return each player who could be the only reader: value, name, and whether chosen before.

    Nobody where there are but two players: a note has one reader there. Words that were taken back
    are offered to those for whom they were written, be these several or gone, and not to all.
    """
    names = perspective.names
    if len(names) == 2:
        return []
    left = [seat.number for seat in perspective.seats if seat.left_at is not None]
    single = {
        str(seat): name
        for seat, name in others(list(enumerate(names)), own_number(perspective))
        if seat not in left
    }
    gone = [seat for seat in recipients_in(chosen) if seat < len(names)]
    before = {chosen: joined([names[seat] for seat in gone])} if gone else {}
    return [(value, name, value == chosen) for value, name in (single | before).items()]


def is_note_read(seats: Sequence[AnySeat], writer: int) -> bool:
    """Return whether somebody else at the table reads notes: bots do not."""
    return any(not seat.is_bot for seat in others(seats, writer))


def chosen_readers(request: HttpRequest) -> tuple[int, ...]:
    """Return the seats that alone are to read the note; none: all others."""
    return recipients_in(request.POST.get(FIELD, ""))


def seats_seen(request: HttpRequest) -> list[int]:
    """Return who sat at the table when the field for the note was shown, as `seats_mark` has it."""
    return [whole_number(part, digits=9) for part in request.POST.get(SEATS, "").split()[:4]]
