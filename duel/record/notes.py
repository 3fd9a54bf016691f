"""Selectors: which notes a seat is shown.

Every page, letter and answer that shows notes asks here.
"""

from datetime import datetime

from django.db.models import QuerySet

from duel.models import KnownGame, Note, Seat
from duel.record.finality import is_note_known
from duel.record.note_mutes import seats_kept_from


def notes_shown_to(game: KnownGame, seat: int, notes: QuerySet[Note]) -> list[Note]:
    """Return those of the game's notes that the player in these seats is shown, oldest first.

    Left out is what operators pass on to nobody, and what is by somebody whose notes the reader
    has hidden.
    """
    own = _written_to(game, seat, notes)
    if not own:
        return []
    kept_back = seats_kept_from(game, seat)
    return [note for note in own if note.seat not in kept_back]


def all_notes_shown_to(game: KnownGame, seat: int) -> list[Note]:
    """Return everything that the others wrote to the player there, as far as it is shown."""
    return notes_shown_to(game, seat, Note.objects.filter(game=game.pk))


def note_written_to(game: KnownGame, seat: int, key: str) -> Note | None:
    """Return the note of that key if it was written to the player there, even if it is hidden now.

    So it can still be reported.
    """
    if not (key.isdecimal() and len(key) < 19):
        return None
    return next(iter(_written_to(game, seat, Note.objects.filter(game=game.pk, pk=key))), None)


def _written_to(game: KnownGame, seat: int, notes: QuerySet[Note]) -> list[Note]:
    """Return those of the notes that go to the seat.

    Left out is what goes with a turn that is not final, what was written after the reader left,
    as they are told what a spectator is, and what was written before they took another's seat.
    """
    own = [note for note in notes.order_by("ply", "pk") if note.is_for(seat)]
    if not own:
        return []
    after, until = _there(game, seat)
    return [
        note
        for note in own
        if is_note_known(game, note)
        and (after is None or note.written_at > after)
        and (until is None or note.written_at <= until)
    ]


def _there(game: KnownGame, seat: int) -> tuple[datetime | None, datetime | None]:
    """Return when the player of the seat took it from another, and when they left the game."""
    return Seat.objects.filter(game=game.pk, number=seat).values_list("taken_at", "left_at").get()
