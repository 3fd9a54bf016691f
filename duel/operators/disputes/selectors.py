"""Readers: what was reported, by whom, and what operators may see of it."""

from django.db.models import QuerySet

from accounts.models import User
from duel.models import Dispute, Note, Seat
from duel.models.dispute import UNSETTLED
from duel.operators.conflicts import own_games

SETTLED = (Dispute.State.RESOLVED, Dispute.State.DISMISSED)
CHANGE = "duel.change_dispute"
"""What an operator needs to deal with reports."""

MOST_NOTES = 30


def disputes_of(user: User) -> QuerySet[Dispute]:
    """Return everything this person has reported, with what they added; newest first."""
    theirs = Dispute.objects.filter(reporter=user).select_related("game")
    return theirs.prefetch_related("additions").order_by("-reported_at")


def reports_from(seat: Seat) -> QuerySet[Dispute]:
    """Return what whoever sits there now has reported about the game; newest first."""
    if seat.user is None:
        return Dispute.objects.none()
    return disputes_of(seat.user).filter(game=seat.game, seat=seat.number)


def unsettled_disputes() -> QuerySet[Dispute]:
    """Return the queue: what waits for an answer, the oldest first."""
    return Dispute.objects.filter(state__in=UNSETTLED).order_by("reported_at")


def disputes_open_to(operator: User, disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Return these disputes without those about games in which the operator plays or has played.

    Nobody reads what their own opponent has reported.
    """
    return disputes.exclude(game__in=own_games(operator)).exclude(reporter=operator)


def opponent_of(dispute: Dispute) -> User | None:
    """Return who sits across from the reporter now."""
    others = dispute.game.seats.select_related("user").exclude(number=dispute.seat)
    return next((seat.user for seat in others.order_by("number")), None)


def newest_notes(dispute: Dispute) -> list[Note]:
    """Return the newest notes of the disputed game, which may be what it is about."""
    notes = Note.objects.filter(game=dispute.game_id).order_by("-written_at")
    return list(notes[:MOST_NOTES])
