"""A turn played at the table or from a letter's link, with the words that go with it.

The API calls it.
"""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone

from duel.models import AnySeat
from duel.play.moves import PlayResult, play_along
from duel.play.notes import are_notes_muted, forget_note_draft, write_note
from duel.record.selectors import Snapshot


def play_with_note(
    *,
    seat: AnySeat,
    expected_ply: int,
    moves: Sequence[str],
    channel: str,
    note: str | None,
    note_to: Collection[int] = (),
    seats_seen: Sequence[int] = (),
    known: Snapshot | None = None,
) -> tuple[PlayResult, bool]:
    """Return what was played, and whether the note went with it; all or nothing of the moves.

    An empty note counts as no note, and what was written with a turn that was taken back is
    forgotten; None leaves that as it is. `seats_seen` as in `duel.play.notes.write_note`,
    `known` as in `duel.play.moves.play`.
    """
    with transaction.atomic():  # no letter leaves without the note that goes with it
        played = play_along(
            public_id=seat.game.public_id,
            seat=seat.number,
            expected_ply=expected_ply,
            moves=moves,
            channel=channel,
            received_at=timezone.now(),
            known=known,
        )
        if played.was_played_before or note is None:
            return played, True
        if note.strip():
            if are_notes_muted(seat.user, seat.game):
                return played, False
            write_note(seat=seat, ply=expected_ply, text=note, to=note_to, seats_seen=seats_seen)
        elif played.has_undo:
            forget_note_draft(seat=seat)
        return played, True
