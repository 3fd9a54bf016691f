"""Words that players send along with a move."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from duel.errors import NoSuchReader, ReaderHasChanged
from duel.models import AnySeat, Note, Seat
from duel.models.note import NOTE_LENGTH, recipients_in
from duel.play.note_drafts import forget_note_draft, keep_note_draft
from duel.record.note_mutes import NotesNotPassedOn, are_notes_muted
from duel.record.reading import locked_game


@transaction.atomic
def write_note(
    *,
    seat: AnySeat,
    ply: int,
    text: str,
    to: Collection[int] = (),
    seats_seen: Sequence[int] | None = None,
) -> None:
    """Keep a note that goes to the others with the move made at that ply.

    `to` are the seats that alone may read it; without any, all others may. Raise if operators keep
    this player's notes back: nobody is to believe that it was read.

    `seats_seen` is what `seats_mark` gave for whom the writer had before them; raise if somebody
    else would read it. None: the players who sit there now are meant.
    """
    if are_notes_muted(seat.user, seat.game):
        raise NotesNotPassedOn
    recipients = _recipients(seat, to)
    if seats_seen is not None:
        _refuse_newcomers(seat, recipients, seats_seen)
    Note.objects.update_or_create(
        game_id=seat.game_id,
        seat=seat.number,
        ply=ply,
        recipients=recipients,
        defaults={"text": _kept(text), "written_at": timezone.now()},
    )
    forget_note_draft(seat=seat)


def take_back_notes(*, seat: AnySeat, since: datetime, turn: int) -> None:
    """Take back what a seat wrote with or after a turn that it takes back before anybody was told.

    Its player finds the words again with the next move of that turn: those to the same readers as
    the last ones, as words to one must never be shown to another.
    """
    taken = Note.objects.filter(game=seat.game_id, seat=seat.number, written_at__gte=since)
    notes = list(taken.order_by("ply", "pk"))
    if notes:
        readers = notes[-1].recipients
        words = " ".join(note.text for note in notes if note.recipients == readers)
        keep_note_draft(seat=seat, turn=turn, text=_kept(words), recipients=readers)
    taken.delete()


def seats_mark(seats: Sequence[AnySeat]) -> list[int]:
    """Return what is another list once somebody else has one of these seats; by number of seat."""
    return [seat.taken_epoch for seat in sorted(seats, key=lambda seat: seat.number)]


def _refuse_newcomers(seat: AnySeat, recipients: str, seen: Sequence[int]) -> None:
    """Raise if another player has a reader's seat; of seats not seen, whoever began is meant."""
    locked_game(seat.game.public_id)  # nobody takes a seat until the note is kept
    readers = recipients_in(recipients)
    for other in Seat.objects.filter(game=seat.game_id).exclude(number=seat.number):
        known = seen[other.number] if other.number < len(seen) else 0
        if (not readers or other.number in readers) and other.taken_epoch != known:
            raise ReaderHasChanged


def _recipients(seat: AnySeat, to: Collection[int]) -> str:
    """Return the readers as they are stored; nothing if these are all others."""
    everybody = set(range(seat.game.seat_count)) - {seat.number}
    if not set(to) <= everybody:
        raise NoSuchReader
    return "" if set(to) == everybody else " ".join(map(str, sorted(set(to))))


def _kept(text: str) -> str:
    """Return the words as they are kept: in one line, short enough, without NUL."""
    return " ".join(text.replace("\0", "").split())[:NOTE_LENGTH]
