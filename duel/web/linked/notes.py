"""Who is to read a note: asked where several could."""

from collections.abc import Sequence

from django.http import HttpRequest

from duel.models import Seat
from duel.models.note import recipients_in
from duel.web.linked.context import LinkContext
from duel.words.naming import joined, others

FIELD = "note_to"


def possible_readers(ctx: LinkContext, names: Sequence[str]) -> list[tuple[str, str, bool]]:
    """Return each player who could be the only reader: value, name, and whether chosen before.

    Nobody where there are but two players: a note has one reader there. Words that were taken back
    are offered to those for whom they were written, be these several or gone, and not to all.
    """
    if len(names) == 2:
        return []
    chosen = ctx.note_draft_recipients
    left = ctx.game.seats.exclude(left_at=None).values_list("number", flat=True)
    single = {
        str(seat): name
        for seat, name in others(list(enumerate(names)), ctx.seat.number)
        if seat not in left
    }
    before = {chosen: joined([names[seat] for seat in recipients_in(chosen)])} if chosen else {}
    return [(value, name, value == chosen) for value, name in (single | before).items()]


def is_note_read(seats: Sequence[Seat], writer: int) -> bool:
    """Return whether somebody else at the table reads notes: bots do not."""
    return any(not seat.is_bot for seat in others(seats, writer))


def chosen_readers(request: HttpRequest) -> tuple[int, ...]:
    """Return the seats that alone are to read the note; none: all others."""
    return recipients_in(request.POST.get(FIELD, ""))
