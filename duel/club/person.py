"""What the page of one player shows somebody who is signed in.

Of people who stay out of the club or are suspended, or where there is no club, it shows only the
games that both have played, and not which of these is the reason.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from duel.club.counting import FinishedGame, Results, Score
from duel.club.pace import Reliability, reliability_of
from duel.club.selectors import BACK, LastGame, last_games, outside_the_club
from duel.games.registry import game_title
from duel.models import Game, Pace, Seat, Status

MOST_GAMES = 200
"""The latest games of the year that are counted."""


@dataclass
class _FinishedSeat:
    """The person's seat in a game that is over."""

    number: int
    game: str
    head: str
    winners: list[int]
    pace: dict[str, Any] | None = None

    @property
    def end(self) -> str:
        """How the game ended for them."""
        if not self.winners:
            return "off"
        if self.number not in self.winners:
            return "lost"
        return "won" if len(self.winners) == 1 else "shared"


@dataclass(frozen=True)
class GameLine:
    """How often somebody has won and lost at one game."""

    title: str
    won: int
    lost: int
    shared: int
    called_off: int


@dataclass(frozen=True)
class PersonPage:
    """The whole page."""

    person: User
    is_reader: bool
    is_open: bool
    """Whether others find the results here."""
    since: datetime
    games: int = 0
    lines: list[GameLine] = field(default_factory=list)
    reliability: Reliability | None = None
    against_reader: Score | None = None
    """From the side of the reader; None if the two have not met."""
    last: list[LastGame] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether there were more games than are counted."""
        return self.games >= MOST_GAMES


def find_person(public_id: str) -> User | None:
    """Return the person of this page; None for an unknown id or an account that was closed."""
    person = User.objects.filter(public_id=public_id).first()
    # A former operator's empty row belongs to nobody.
    is_there = person is not None and (person.is_active or person.is_bot or person.suspended_at)
    return person if is_there else None


def person_page_for(reader: User, person: User, *, now: datetime) -> PersonPage:
    """Return what the page of this person shows the reader; six queries, whatever was played."""
    since, is_reader = now - BACK, reader == person
    is_open = _is_open(person)
    shows = is_open or is_reader
    seats = _finished_seats(person, since)
    # Of these games those in which the reader sat as well, with the number of their seat.
    own = Seat.objects.filter(user=reader, game__in=seats)
    met = {} if is_reader else dict(own.values_list("game", "number"))
    return PersonPage(
        person=person,
        is_reader=is_reader,
        is_open=is_open,
        since=since,
        games=len(seats) if shows else len(met),
        lines=_lines(seats.values()) if shows else [],
        reliability=_reliability(seats) if shows and not person.is_bot else None,
        against_reader=_score(reader, person, seats, met),
        last=last_games(_games_to_show(reader, person, since, shows=shows), reader),
    )


def reliability_for(reader: User, person: User, *, now: datetime) -> Reliability | None:
    """Return how reliable the person is, if their page tells the reader so; two queries."""
    if person.is_bot or not (_is_open(person) or reader == person):
        return None
    return _reliability(_finished_seats(person, now - BACK))


def _is_open(person: User) -> bool:
    """Return whether everybody who is signed in finds the person's results."""
    return person.is_bot or (settings.CLUB_PAGE and person.is_active and person.in_club)


def _finished_seats(person: User, since: datetime) -> dict[int, _FinishedSeat]:
    """Return the person's seats in games that are over, with some other person at the table."""
    others = Seat.objects.filter(game=OuterRef("game")).exclude(user=person)
    met = Q() if person.is_bot else Q(Exists(others.filter(Q(user=None) | Q(user__bot=""))))
    seats = Seat.objects.filter(met, user=person)
    rows = (
        seats.filter(
            Q(game__is_damaged=False) | Q(game__settlement__isnull=False),
            game__status=Status.OVER,
            game__ended_at__gt=since,
        )
        .order_by("-game__ended_at")
        .values_list("game", "number", "game__game", "game__head", "game__result")[:MOST_GAMES]
    )
    found = {
        pk: _FinishedSeat(number, game, head, (result or {}).get("winners", []))
        for pk, number, game, head, result in rows
    }
    for pk, head, counted in Pace.objects.filter(game__in=found).values_list("pk", "head", "seats"):
        if counted and head == found[pk].head:
            found[pk].pace = counted[found[pk].number]
    return found


def _reliability(seats: dict[int, _FinishedSeat]) -> Reliability | None:
    """Return what these games add up to, as far as they were counted already."""
    return reliability_of(seat.pace for seat in seats.values() if seat.pace is not None)


def _lines(seats: Iterable[_FinishedSeat]) -> list[GameLine]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for seat in seats:
        counts[seat.game][seat.end] += 1
    return [
        GameLine(game_title(name), count["won"], count["lost"], count["shared"], count["off"])
        for name, count in sorted(counts.items())
    ]


def _score(
    reader: User, person: User, seats: dict[int, _FinishedSeat], met: dict[int, int]
) -> Score | None:
    finished = []
    for pk, own in met.items():
        numbers = {reader.pk: own, person.pk: seats[pk].number}
        won = (player for player, number in numbers.items() if number in seats[pk].winners)
        finished.append(FinishedGame(players=tuple(numbers), winners=frozenset(won)))
    return Results(finished).score(reader.pk, person.pk)


def _games_to_show(reader: User, person: User, since: datetime, *, shows: bool) -> QuerySet[Game]:
    """Return the games to list: the reader's, and if `shows`, public ones of members alone."""
    sits = Seat.objects.filter(game=OuterRef("pk"))
    may_see = Q(Exists(sits.filter(user=reader)))
    if shows:
        may_see |= Q(is_public=True) & ~Q(Exists(outside_the_club()))
    games = Game.objects.filter(
        may_see, Exists(sits.filter(user=person)), status=Status.OVER, ended_at__gt=since
    )
    return games.order_by("-ended_at")
