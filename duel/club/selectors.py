"""What the club page shows, read in a few queries however many games there are.

Names and results, no more; and only of games all of whose players are in the club: whoever stays
out of it takes their games along.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from duel.club.counting import Finished, Results, Score, distinct
from duel.games.titles import title_of
from duel.models import Game, Seat, Status
from duel.record.selectors import player_names
from duel.words.naming import joined

BACK = timedelta(days=365)
MOST_GAMES = 2000
MOST_IN_TABLE = 16
MOST_PAIRS = 30
LAST_GAMES = 20


@dataclass(frozen=True)
class Row:
    """One person in the cross table."""

    number: int
    name: str
    is_reader: bool
    games: int
    won: int
    cells: list[Score | None]
    """Against each person of the table, in order; None for oneself and for strangers."""


@dataclass(frozen=True)
class PairLine:
    """Two people who have played with one another."""

    names: str
    games: int
    score: str


@dataclass(frozen=True)
class LastGame:
    """A game that ended lately."""

    title: str
    players: str
    result: str
    ended_at: date
    public_id: str
    """By which it can be replayed; empty where the reader may not see it."""


@dataclass(frozen=True)
class Club:
    """The whole page."""

    games: int
    people: int
    rows: list[Row]
    pairs: list[PairLine]
    last: list[LastGame]
    since: datetime

    @property
    def is_cut(self) -> bool:
        """Whether the cross table leaves somebody out."""
        return self.people > len(self.rows)

    @property
    def is_full(self) -> bool:
        """Whether there were more games than are counted."""
        return self.games >= MOST_GAMES


def club_seen_by(reader: User, *, now: datetime) -> Club:
    """Return what the club page shows this person."""
    since = now - BACK
    counted = _counted(club_games(since))
    results = Results(counted)
    names = _names(results.people())
    everybody = results.people(names)
    pairs = results.pairs()[:MOST_PAIRS]
    return Club(
        games=len(counted),
        people=len(everybody),
        rows=_rows(results, _in_table(everybody, reader), names, reader),
        pairs=[
            PairLine(f"{names[pair.first]} – {names[pair.second]}", pair.games, pair.score.words)
            for pair in pairs
        ],
        last=_last(reader, since),
        since=since,
    )


def club_games(since: datetime) -> QuerySet[Game]:
    """Return the games that count, the latest first; those that nobody won are none."""
    outside = Seat.objects.filter(Q(user=None) | Q(user__in_club=False), game=OuterRef("pk"))
    games = Game.objects.filter(~Exists(outside), status=Status.OVER, ended_at__gt=since)
    return games.exclude(result__winners=[]).order_by("-ended_at")


def _counted(games: QuerySet[Game]) -> list[Finished]:
    """Return the games as they are counted; one against oneself is none."""
    results = dict(games.values_list("pk", "result")[:MOST_GAMES])
    tables: dict[int, dict[int, int]] = {pk: {} for pk in results}
    seats = Seat.objects.filter(game__in=tables, user__isnull=False)
    for game, number, user in seats.values_list("game", "number", "user"):
        tables[game][number] = user
    finished = (_finished(table, results[pk] or {}) for pk, table in tables.items())
    return [game for game in finished if len(game.players) > 1]


def _finished(table: dict[int, int], result: Any) -> Finished:
    return Finished(
        players=tuple(dict.fromkeys(table[number] for number in sorted(table))),
        winners=frozenset(table[number] for number in result.get("winners", ()) if number in table),
    )


def _names(people: Iterable[int]) -> dict[int, str]:
    found = User.objects.filter(pk__in=list(people)).only("name", "bot").order_by("pk")
    return distinct([(person.pk, str(person)) for person in found])


def _in_table(everybody: list[int], reader: User) -> list[int]:
    """Return who stands in the cross table: those who play most, and the reader."""
    shown = everybody[:MOST_IN_TABLE]
    if reader.pk in everybody and reader.pk not in shown:
        shown[-1] = reader.pk
    return shown


def _rows(results: Results, people: list[int], names: dict[int, str], reader: User) -> list[Row]:
    return [
        Row(
            number=number,
            name=names[person],
            is_reader=person == reader.pk,
            games=results.games[person],
            won=results.won[person],
            cells=[results.score(person, other) for other in people],
        )
        for number, person in enumerate(people, 1)
    ]


def _last(reader: User, since: datetime) -> list[LastGame]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    games = club_games(since).prefetch_related(seats)[:LAST_GAMES]
    return [_last_game(game, list(game.seats.all()), reader) for game in games]


def _last_game(game: Game, seats: list[Seat], reader: User) -> LastGame:
    names = player_names(seats)
    winners = [names[number] for number in (game.result or {})["winners"]]
    told = gettext("%(names)s won together") if len(winners) > 1 else gettext("%(names)s won")
    may_see = game.is_public or any(seat.user_id == reader.pk for seat in seats)
    assert game.ended_at is not None  # noqa: S101 (it is over)
    return LastGame(
        title=title_of(game),
        players=joined(names),
        result=told % {"names": joined(winners)},
        ended_at=game.ended_at,
        public_id=game.public_id if may_see else "",
    )
