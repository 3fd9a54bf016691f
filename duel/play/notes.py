"""Notes that players send along with a move; what shows one to anybody asks `notes_shown_to`."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import NoSuchReader, ReaderHasChanged, Refused
from duel.models import (
    AnyGame,
    AnySeat,
    Game,
    HiddenNotes,
    KnownGame,
    Note,
    NoteDraft,
    NoteMute,
    Seat,
    Status,
)
from duel.models.note import NOTE_LENGTH, recipients_in
from duel.record.finality import is_note_known
from duel.record.reading import locked_game


@transaction.atomic
def write_note(
    *,
    seat: AnySeat,
    ply: int,
    text: str,
    to: Collection[int] = (),
    shown_seats: Sequence[int] | None = None,
) -> None:
    """Keep a note that goes to the others with the move made at that ply.

    Only the seats in `to` may read it; without any, all others may. Raise if operators keep this
    player's notes back.

    `shown_seats` is what `seats_mark` gave for the players shown to the writer; raise if somebody
    else would read it. None: the players who sit there now.
    """
    if are_notes_muted(seat.user, seat.game):
        raise NotesNotPassedOn
    recipients = _recipients(seat, to)
    if shown_seats is not None:
        _refuse_newcomers(seat, recipients, shown_seats)
    Note.objects.update_or_create(
        game_id=seat.game_id,
        seat=seat.number,
        ply=ply,
        recipients=recipients,
        defaults={"text": _clean_text(text), "written_at": timezone.now()},
    )
    forget_note_draft(seat=seat)


def take_back_notes(*, seat: AnySeat, since: datetime, turn: int) -> None:
    """Take back what a seat wrote with or after a turn that it takes back before it was final.

    Its player finds the words again with the next move of that turn: only those to the same readers
    as the last ones, as words to one must never be shown to another.
    """
    taken = Note.objects.filter(game=seat.game_id, seat=seat.number, written_at__gte=since)
    notes = list(taken.order_by("ply", "pk"))
    if notes:
        readers = notes[-1].recipients
        words = " ".join(note.text for note in notes if note.recipients == readers)
        draft = {"turn": turn, "text": _clean_text(words), "recipients": readers}
        NoteDraft.objects.update_or_create(seat_id=seat.pk, defaults=draft)
    taken.delete()


def seats_mark(seats: Sequence[AnySeat]) -> list[int]:
    """Return what is another list once somebody else has one of these seats; by number of seat."""
    return [seat.taken_epoch for seat in sorted(seats, key=lambda seat: seat.number)]


def _refuse_newcomers(seat: AnySeat, recipients: str, shown: Sequence[int]) -> None:
    """Raise if another player has a reader's seat; a seat not shown is its first player's."""
    locked_game(seat.game.public_id)  # nobody takes a seat until the note is kept
    readers = recipients_in(recipients)
    for other in Seat.objects.filter(game=seat.game_id).exclude(number=seat.number):
        known = shown[other.number] if other.number < len(shown) else 0
        if (not readers or other.number in readers) and other.taken_epoch != known:
            raise ReaderHasChanged


def _recipients(seat: AnySeat, to: Collection[int]) -> str:
    """Return the readers as they are stored; nothing if these are all others."""
    everybody = set(range(seat.game.seat_count)) - {seat.number}
    if not set(to) <= everybody:
        raise NoSuchReader
    return "" if set(to) == everybody else " ".join(map(str, sorted(set(to))))


def _clean_text(text: str) -> str:
    """Return the words as they are kept: in one line, short enough, without NUL."""
    return " ".join(text.replace("\0", "").split())[:NOTE_LENGTH]


class OwnNotes(Refused):
    """Nobody hides from themselves what they wrote."""

    code = "own_notes"
    sentence = _("These notes are your own.")


def hide_notes(*, reader: User, writer: User) -> None:
    """Show the reader no notes of the writer any more, in any game; the writer is not told."""
    if reader == writer:
        raise OwnNotes
    HiddenNotes.objects.get_or_create(
        reader=reader, writer=writer, defaults={"since": timezone.now()}
    )


def show_notes(*, reader: User, writer: User) -> None:
    """Show the reader the notes of the writer again, also those written meanwhile."""
    HiddenNotes.objects.filter(reader=reader, writer=writer).delete()


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


def notes_shown_to(game: KnownGame, seat: int, notes: QuerySet[Note]) -> list[Note]:
    """Return the notes shown to the player, oldest first: none held back, none they have hidden."""
    own = _notes_written_to(game, seat, notes)
    if not own:
        return []
    kept_back = seats_kept_from(game, seat)
    return [note for note in own if note.seat not in kept_back]


def all_notes_shown_to(game: KnownGame, seat: int) -> list[Note]:
    """Return everything that the others wrote to the player there, as far as it is shown."""
    return notes_shown_to(game, seat, Note.objects.filter(game=game.pk))


def note_written_to(game: KnownGame, seat: int, key: str) -> Note | None:
    """Return the note of that key if it was for that player; even a hidden one can be reported."""
    if not (key.isdecimal() and len(key) < 19):
        return None
    return next(
        iter(_notes_written_to(game, seat, Note.objects.filter(game=game.pk, pk=key))), None
    )


def _notes_written_to(game: KnownGame, seat: int, notes: QuerySet[Note]) -> list[Note]:
    """Return those of the notes that go to the seat.

    Without notes that go with a turn that is not final, that were written after the reader left, or
    before they took another's seat.
    """
    own = [note for note in notes.order_by("ply", "pk") if note.is_for(seat)]
    if not own:
        return []
    seats = Seat.objects.filter(game=game.pk, number=seat)
    after, until = seats.values_list("taken_at", "left_at").get()
    return [
        note
        for note in own
        if is_note_known(game, note)
        and (after is None or note.written_at > after)
        and (until is None or note.written_at <= until)
    ]


class NotesNotPassedOn(Refused):
    """Somebody whose notes operators keep back would write one."""

    code = "notes_not_passed_on"
    sentence = _(
        "Your note was not kept: operators have decided that your notes are not passed on. Your "
        "moves count as always."
    )


def note_mutes(person: User, game: Game | None) -> QuerySet[NoteMute]:
    """Return what keeps the person's notes back: everywhere or, with a game, in that one."""
    return NoteMute.objects.filter(user=person, game=game)


def are_notes_muted(person: User | None, game: AnyGame) -> bool:
    """Return whether what this person writes in the game is not passed on."""
    if person is None:
        return False
    return NoteMute.objects.filter(Q(game=game.pk) | Q(game=None), user=person).exists()


def seats_kept_from(game: AnyGame, reader: int) -> set[int]:
    """Return the seats whose notes operators keep back or the reader in that seat has hidden."""
    muted = Q(user__note_mutes__game=game.pk) | Q(
        user__note_mutes__isnull=False, user__note_mutes__game=None
    )
    hidden = HiddenNotes.objects.filter(
        writer=OuterRef("user"), reader__seats__game=game.pk, reader__seats__number=reader
    )
    kept_back = Seat.objects.filter(muted | Exists(hidden), game=game.pk)
    return set(kept_back.values_list("number", flat=True))


def writers_hidden_from(reader: User) -> list[User]:
    """Return those whose notes the reader has hidden, by name; for the reader alone."""
    return list(User.objects.filter(pk__in=reader.hidden_notes.values("writer")).order_by("name"))
