"""Mail that came in for the seats of a game, as far as operators may know; for `GameReport`."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BooleanField, Value
from django.utils.text import Truncator

from accounts.models import User
from duel.models import AnyGame, Seat
from duel.record.links import about_invitation, about_seat
from mail.inbound.selectors import fate_of_mail, is_written_by_owner, mail_about
from mail.models import InboundMail
from mail.previews import without_links
from support.conflicts import is_sent_by_opponent

REVEAL_MAIL = "mail.reveal_letter"

QUOTED = 120
"""How many characters of what was read are shown; the rest needs a reason and a press."""


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail that came in for a seat: when, whether of its player, and what became of it."""

    key: int
    seat: int
    received_at: datetime
    is_own: bool
    """Whether the player in the seat wrote it: no machine, and nobody in their name."""
    fate: str
    quote: str
    """What was read, shortened; nothing to who may not read it."""


def mail_of(game: AnyGame, seats: Iterable[Seat], *, reader: User | None) -> list[ReceivedMail]:
    """Return the mail that came in for these seats, the first first, in one query."""
    # What it says is shown to a reader alone, and never if its writer is an opponent of theirs.
    about = {
        name(game.public_id, seat.number): seat.number
        for seat in seats
        for name in (about_seat, about_invitation)
    }
    is_hidden = is_sent_by_opponent(reader) if reader else Value(True, output_field=BooleanField())
    return [
        ReceivedMail(
            mail.pk,
            about[mail.about],
            mail.received_at,
            is_written_by_owner(mail),
            fate_of_mail(mail),
            "" if mail.is_hidden else _quote(mail),
        )
        for mail in mail_about(about).annotate(is_hidden=is_hidden)
    ]


def _quote(mail: InboundMail) -> str:
    requested = str(mail.reading.get("requested", ""))
    return Truncator(without_links(" ".join(requested.split()))).chars(QUOTED)
