"""Words that players send along with a move."""

from django.utils import timezone

from duel.models import Note, Seat

NOTE_LENGTH = 500


def write_note(*, seat: Seat, ply: int, text: str) -> None:
    """Keep a note that goes to the others with the move made at that ply."""
    Note.objects.update_or_create(
        game=seat.game,
        seat=seat.number,
        ply=ply,
        defaults={"text": " ".join(text.split())[:NOTE_LENGTH], "written_at": timezone.now()},
    )
