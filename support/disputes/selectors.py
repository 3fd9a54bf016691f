"""Selectors of reports for operators: by game, by player, and what each operator may see."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, QuerySet

from accounts.models import User
from duel.models import AnyGame, AnySeat, Note, Seat
from duel.record.selectors import table_of
from duel.words.naming import others
from support.conflicts import own_games
from support.models import UNSETTLED, Dispute

SETTLED = (Dispute.State.RESOLVED, Dispute.State.DISMISSED)
CHANGE = "support.change_dispute"
"""What an operator needs to deal with reports."""

MOST_NOTES = 30


@dataclass(frozen=True)
class ReportedDispute:
    """A report, and what its player added to it: when, and in which words; the first first."""

    dispute: Dispute
    additions: list[tuple[datetime, str]] = field(default_factory=list)
    notes: set[int] = field(default_factory=set)
    """The keys of the notes that they name."""


def disputes_of(user: User) -> QuerySet[Dispute]:
    """Return everything this person has reported, with what they added; newest first."""
    theirs = Dispute.objects.filter(reporter=user).select_related("game")
    return theirs.prefetch_related("additions").order_by("-reported_at")


def reports_from(seat: AnySeat) -> list[Dispute]:
    """Return what the player in the seat now has reported about the game; newest first."""
    if seat.user is None:
        return []
    return list(disputes_of(seat.user).filter(game=seat.game_id, seat=seat.number))


def reports_about(game: AnyGame) -> list[ReportedDispute]:
    """Return everything that was reported about the game, the first first, in one query."""
    disputes = Dispute.objects.filter(game=game.pk).order_by("reported_at", "pk", "additions__pk")
    found: dict[int, ReportedDispute] = {}
    # Joined, not fetched apart: a report comes once for each thing that was added to it.
    rows = disputes.annotate(
        added=F("additions__text"),
        added_at=F("additions__written_at"),
        added_note=F("additions__note"),
    )
    for dispute in rows:
        reported = found.setdefault(dispute.pk, ReportedDispute(dispute))
        reported.notes.update(key for key in (dispute.note_id, dispute.added_note) if key)
        if dispute.added_at is not None:
            reported.additions.append((dispute.added_at, dispute.added))
    return list(found.values())


def unsettled_disputes() -> QuerySet[Dispute]:
    """Return the queue: what waits for an answer, the oldest first."""
    return Dispute.objects.filter(state__in=UNSETTLED).order_by("reported_at")


def disputes_open_to(operator: User, disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Return these disputes without those about games in which the operator plays or has played."""
    # Nobody reads what their own opponent has reported.
    return disputes.exclude(game__in=own_games(operator)).exclude(reporter=operator)


def opponents_of(dispute: Dispute) -> list[User]:
    """Return who sits in the other seats now, from the one that comes next."""
    players = [seat.user for seat in table_of(dispute.game)]
    return [player for player in others(players, dispute.seat) if player is not None]


def concerned_seats(dispute: Dispute) -> list[Seat]:
    """Return the other seats that the report is about: one of them, or all if none is named."""
    seats = others(table_of(dispute.game), dispute.seat)
    return [seat for seat in seats if dispute.about in (None, seat.number)]


def concerned_in(dispute: Dispute) -> list[User]:
    """Return who sits now in the seats that the report is about, beside its reporter."""
    people = (seat.user for seat in concerned_seats(dispute))
    return [person for person in people if person is not None and person != dispute.reporter]


def seat_concerned(dispute: Dispute) -> Seat | None:
    """Return the one other seat that the report is about; None if these are several."""
    seats = concerned_seats(dispute)
    return seats[0] if len(seats) == 1 else None


def reported_notes(dispute: Dispute) -> set[int]:
    """Return the keys of the notes that the report and what was added to it name."""
    added = dispute.additions.values_list("note", flat=True)
    return {key for key in (dispute.note_id, *added) if key is not None}


def notes_beside(dispute: Dispute) -> list[Note]:
    """Return the notes that it names, and the newest of the disputed game, which may be meant."""
    notes = Note.objects.filter(game=dispute.game_id).order_by("-written_at", "-pk")
    named = reported_notes(dispute)
    newest = list(notes[:MOST_NOTES])
    older = named - {note.pk for note in newest}
    return [*(notes.filter(pk__in=older) if older else []), *newest]
