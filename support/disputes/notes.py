"""Notes of players that an operator erases."""

from django.db import transaction

from accounts.audit import note_act
from accounts.models import User
from duel.models import Game, Note
from support.conflicts import refuse_own_game
from support.decisions.ruling import REASON_LENGTH
from support.errors import NoReason, NoSuchNote


@transaction.atomic
def erase_note(*, operator: User, game: Game, note: int, reason: str) -> None:
    """Erase a note for good, and write down who did it and why, but not what it said.

    It was never in the log, so the game stays as it is. A letter that has left cannot be called
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
