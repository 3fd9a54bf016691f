"""A person's deadlines as events of a calendar, read in a few queries however many there are."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Max, Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from duel.games.registry import game_title
from duel.integrity.chains import stop_falsified
from duel.models import AddedTime, Game, LogEntry, Outage, Seat, Status
from duel.record.finality import game_known_to
from duel.words.naming import joined, others, short_id
from duel.words.terms import in_full, terms_of


@dataclass(frozen=True)
class Event:
    """A moment in somebody's calendar; with the same `uid` and a higher `sequence`, it moved."""

    uid: str
    sequence: int
    changed_at: datetime
    at: datetime
    summary: str
    description: str
    url: str


def agenda_of(person: User) -> list[Event]:
    """Return an event for each turn that is the person's to make and whose clock runs."""
    found = list(_turns_of(person))
    stop_falsified(seat.game for seat in found)
    # Not where somebody else may still take the turn before it back: nobody knows of it yet.
    seats = [seat for seat in found if _knows(seat)]
    entries = LogEntry.objects.filter(game__in=[seat.game_id for seat in seats])
    written = dict(entries.values_list("game").annotate(Max("time")).order_by())
    outages = list(Outage.objects.values_list("ended_at", flat=True))
    gifts = list(AddedTime.objects.values_list("given_at", flat=True))
    return [
        _event(seat, seat.game.deadline, _changes(seat.game, written, outages, gifts))
        for seat in seats
        if seat.game.deadline is not None
    ]


def _turns_of(person: User) -> QuerySet[Seat]:
    """Return the person's seats that are to move and have a deadline, the nearest first."""
    theirs = Seat.objects.filter(
        user=person, is_to_move=True, game__status=Status.RUNNING, game__deadline__isnull=False
    )
    seats = Prefetch("game__seats", Seat.objects.select_related("user").order_by("number"))
    with_games = theirs.select_related("game").prefetch_related(seats)
    return with_games.order_by("game__deadline", "pk")


def _knows(seat: Seat) -> bool:
    """Return whether the player in the seat may know that it is their turn."""
    own = [each.number for each in seat.game.seats.all() if each.user_id == seat.user_id]
    return game_known_to(seat.game, own).to_move == seat.number


def _changes(
    game: Game, written: dict[int, datetime], outages: list[datetime], gifts: list[datetime]
) -> list[datetime]:
    """Return when entries, outages and gifts to all games may have moved the deadline.

    None of these moments ever goes away, so their number is the sequence of the event.
    """
    began_at = game.began_at or game.proposed_at
    as_of = game.clock_as_of or began_at
    counted = [ended_at for ended_at in outages if ended_at <= as_of]
    return [*[written.get(game.pk, began_at)] * max(game.seq, 1), *counted, *gifts]


def _event(seat: Seat, deadline: datetime, changes: list[datetime]) -> Event:
    game = seat.game
    players = [str(each.user or gettext("a player who left")) for each in game.seats.all()]
    words = {
        "opponent": joined(others(players, seat.number)),
        "title": game_title(game.game),
        "short_id": short_id(game),
    }
    return Event(
        uid=f"{game.public_id}-{seat.number}-{game.turn}@{settings.SITE_HOST}",
        sequence=len(changes),
        changed_at=max(changes),
        at=deadline,
        summary=gettext("Your turn against %(opponent)s ends (%(title)s, %(short_id)s)") % words,
        description=in_full(terms_of(game).time, seats=game.seat_count)[-1],
        url=settings.SITE_URL + reverse("duel:game", args=[game.public_id]),
    )
