"""Words that players send along with a move."""

from datetime import datetime

from django.utils import timezone

from duel.models import Game, Note, Seat

NOTE_LENGTH = 500


def write_note(*, seat: Seat, ply: int, text: str) -> None:
    """Keep a note that goes to the others with the move made at that ply."""
    Note.objects.update_or_create(
        game=seat.game,
        seat=seat.number,
        ply=ply,
        defaults={"text": _kept(text), "written_at": timezone.now()},
    )


def take_back_notes(*, game: Game, seat: int, since: datetime) -> None:
    """Erase what a seat wrote with or after a turn that it takes back before anybody was told."""
    Note.objects.filter(game=game, seat=seat, written_at__gte=since).delete()


def _kept(text: str) -> str:
    """Return the words as they are kept: in one line, short enough, without NUL."""
    return " ".join(text.replace("\0", "").split())[:NOTE_LENGTH]
