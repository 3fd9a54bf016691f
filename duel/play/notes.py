"""Words that players send along with a move."""

from datetime import datetime

from django.utils import timezone

from duel.models import Note, Seat
from duel.play.note_drafts import forget_note_draft, keep_note_draft
from duel.record.note_mutes import NotesNotPassedOn, are_notes_muted

NOTE_LENGTH = 500


def write_note(*, seat: Seat, ply: int, text: str) -> None:
    """Keep a note that goes to the others with the move made at that ply.

    Raise if operators keep this player's notes back: nobody is to believe that it was read.
    """
    if are_notes_muted(seat.user, seat.game):
        raise NotesNotPassedOn
    Note.objects.update_or_create(
        game=seat.game,
        seat=seat.number,
        ply=ply,
        defaults={"text": _kept(text), "written_at": timezone.now()},
    )
    forget_note_draft(seat=seat)


def take_back_notes(*, seat: Seat, since: datetime, turn: int) -> None:
    """Take back what a seat wrote with or after a turn that it takes back before anybody was told.

    Its player finds the words again with the next move of that turn.
    """
    taken = Note.objects.filter(game=seat.game, seat=seat.number, written_at__gte=since)
    words = list(taken.order_by("ply").values_list("text", flat=True))
    if words:
        keep_note_draft(seat=seat, turn=turn, text=_kept(" ".join(words)))
    taken.delete()


def _kept(text: str) -> str:
    """Return the words as they are kept: in one line, short enough, without NUL."""
    return " ".join(text.replace("\0", "").split())[:NOTE_LENGTH]
