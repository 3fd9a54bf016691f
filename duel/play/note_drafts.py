"""Words of a turn that was taken back, kept for the next move of the same turn and no longer."""

from django.db.models import F

from duel.models import AnySeat, NoteDraft, Status


def keep_note_draft(*, seat: AnySeat, turn: int, text: str, recipients: str) -> None:
    """Keep the words for the seat's next move; they are shown to nobody else."""
    kept = {"turn": turn, "text": text, "recipients": recipients}
    NoteDraft.objects.update_or_create(seat_id=seat.pk, defaults=kept)


def forget_note_draft(*, seat: AnySeat) -> None:
    """Delete what was kept: it was sent, or its player has made the turn without it."""
    NoteDraft.objects.filter(seat=seat.pk).delete()


def forget_old_drafts() -> None:
    """Delete what was kept for turns that came to another end, as by the clock."""
    of_use = NoteDraft.objects.filter(
        seat__game__status=Status.RUNNING,
        seat__game__turn=F("turn"),
        seat__game__to_move=F("seat__number"),
    )
    NoteDraft.objects.exclude(pk__in=of_use.values("pk")).delete()
