"""What a player leaves behind in a seat: erased before anybody else sits down there."""

from collections.abc import Collection

from duel.models import Memo, Note, NoteDraft, Seat, StandingOrder
from duel.models.note import NOTE_LENGTH, recipients_in
from duel.record.links import about_seat
from mail.services import forget_mail_about


def forget_belongings(seat: Seat) -> None:
    """Delete what whoever sat in the seat wrote, by whatever way; the game's row is locked."""
    forget_unsent(seat)
    _forget_notes(seat)
    forget_mail_about([about_seat(seat.game.public_id, seat.number)], waits=False)


def forget_unsent(seat: Seat) -> None:
    """Delete what the seat's player wrote for themselves: drafts, standing orders, the memo."""
    for belongings in (NoteDraft, StandingOrder, Memo):
        belongings.objects.filter(seat=seat).delete()
    seat.has_orders = seat.has_played_orders = seat.has_memo = False
    seat.save(update_fields=["has_orders", "has_played_orders", "has_memo"])


def _forget_notes(seat: Seat) -> None:
    """Delete what whoever sat in the seat wrote, and what was written to them and not to all.

    It is not the next one's to read. Others to whom it was written as well keep it.
    """
    notes = Note.objects.filter(game=seat.game)
    notes.filter(seat=seat.number).delete()
    for note in notes.exclude(recipients="").order_by("pk"):
        if note.is_for(seat.number):
            note.delete()
            if others := [number for number in note.readers if number != seat.number]:
                _keep_for(others, note)
    # Words to them that another took back would be offered to whoever sits there next.
    for draft in NoteDraft.objects.filter(seat__game=seat.game).exclude(recipients=""):
        if seat.number in recipients_in(draft.recipients):
            draft.delete()


def _keep_for(readers: Collection[int], note: Note) -> None:
    """Keep the words of a note for these readers, after what they were written at that ply."""
    recipients = " ".join(map(str, readers))
    kept, is_new = Note.objects.get_or_create(
        game=note.game,
        seat=note.seat,
        ply=note.ply,
        recipients=recipients,
        defaults={"text": note.text, "written_at": note.written_at},
    )
    if not is_new:
        kept.text = f"{kept.text} {note.text}"[:NOTE_LENGTH]
        kept.save(update_fields=["text"])
