"""The keys by which mail for a seat is found, and the entries of a log that were written for it.

Replies, timelines, timekeeping and pages of operators call it.
"""

from django.db.models import Q

from accounts.models import User
from duel.models import Seat
from duel.record.clock import CHANNEL
from engine.kinds import Kind
from engine.record import Entry

_FOR_MAIL = (Kind.HOLD, Kind.RESUME, Kind.EXTEND)


def about_seat(public_id: str, seat: int) -> str:
    """Return by what mail for a seat is found among all that came in."""
    return f"game:{public_id}:{seat}"


def about_invitation(public_id: str, seat: int) -> str:
    """Return the same for answers to the invitation to that seat."""
    return f"invitation:{public_id}:{seat}"


def about_person(person: User) -> list[str]:
    """Return by what mail is found for the person's seats and for invitations to them."""
    seats = Seat.objects.filter(Q(user=person) | Q(user=None, invited_address=person.email))
    return [
        about(public_id, number)
        for public_id, number in seats.order_by().values_list("game__public_id", "number")
        for about in (about_seat, about_invitation)
    ]


def is_for_mail(entry: Entry) -> bool:
    """Return whether the service itself held the game, let it go on or gave time, for a mail.

    Only then it does so by the clock's channel: operators, players and reports have their own.
    """
    return entry.kind in _FOR_MAIL and entry.channel == CHANNEL
