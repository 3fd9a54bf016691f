"""Words that players send along with a move."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.errors import NoReason, NoSuchNote
from duel.models import Game, Note, Seat
from duel.services.adjudication.ruling import REASON_LENGTH, refuse_own_game

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


@transaction.atomic
def erase_note(*, operator: User, game: Game, note: int, reason: str) -> None:
    """Erase a note for good, and write down who did it and why, but not what it said.

    The log never held it, so the game stays as it is. A letter that has left cannot be called
    back; one that still waits is built without it.
    """
    refuse_own_game(operator, game)
    words = reason.replace("\0", "").strip()
    if not 0 < len(words) <= REASON_LENGTH:
        raise NoReason
    erased = Note.objects.select_for_update().filter(game=game, pk=note).first()
    if erased is None:
        raise NoSuchNote
    what = f"erased the note of seat {erased.seat} at ply {erased.ply}"
    erased.delete()
    note_act(operator, game, what, reason=words)


def _kept(text: str) -> str:
    """Return the words as they are kept: in one line, short enough, without NUL."""
    return " ".join(text.replace("\0", "").split())[:NOTE_LENGTH]
