"""What the club page shows, read in a few queries however many games there are.

Names and results, no more; and only of games all of whose players are in the club: whoever stays
out of it takes their games along.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from duel.club.counting import FinishedGame, Results, Score, distinct
from duel.club.last_games import LastGame, last_games
from duel.models import Game, Seat, Status
from duel.models.game import WITH_KNOWN_RESULT

BACK = timedelta(days=365)
MOST_GAMES = 2000
MOST_IN_TABLE = 16
MOST_PAIRS = 30


@dataclass(frozen=True)
class Row:
    """One person in the cross table."""

    number: int
    name: str
    public_id: str
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
    members = User.objects.only("name", "bot", "public_id").in_bulk(results.people())
    names = distinct([(pk, str(member)) for pk, member in sorted(members.items())])
    everybody = results.people(names)
    shown = _in_table(everybody, reader)
    pairs = results.pairs()[:MOST_PAIRS]
    return Club(
        games=len(counted),
        people=len(everybody),
        rows=[
            Row(
                number=number,
                name=names[person],
                public_id=members[person].public_id,
                is_reader=person == reader.pk,
                games=results.games[person],
                won=results.won[person],
                cells=[results.score(person, other) for other in shown],
            )
            for number, person in enumerate(shown, 1)
        ],
        pairs=[
            PairLine(f"{names[pair.first]} – {names[pair.second]}", pair.games, pair.score.words)
            for pair in pairs
        ],
        last=last_games(club_games(since), reader),
        since=since,
    )


def club_games(since: datetime) -> QuerySet[Game]:
    """Return the games that count, the latest first; those that nobody won are none."""
    games = Game.objects.filter(~Exists(outside_the_club()), status=Status.OVER, ended_at__gt=since)
    games = games.filter(WITH_KNOWN_RESULT)
    return games.exclude(result__winners=[]).order_by("-ended_at")


def outside_the_club() -> QuerySet[Seat]:
    """Return, of a game in an outer query, the seats of those who are not on the club page."""
    return Seat.objects.filter(Q(user=None) | Q(user__in_club=False), game=OuterRef("pk"))


def _counted(games: QuerySet[Game]) -> list[FinishedGame]:
    """Return the games as they are counted; one against oneself is none."""
    results = dict(games.values_list("pk", "result")[:MOST_GAMES])
    tables: dict[int, dict[int, int]] = {pk: {} for pk in results}
    seats = Seat.objects.filter(game__in=tables, user__isnull=False)
    for game, number, user in seats.values_list("game", "number", "user"):
        tables[game][number] = user
    finished = (_finished(table, results[pk] or {}) for pk, table in tables.items())
    return [game for game in finished if len(game.players) > 1]


def _finished(table: dict[int, int], result: Any) -> FinishedGame:
    return FinishedGame(
        players=tuple(dict.fromkeys(table[number] for number in sorted(table))),
        winners=frozenset(table[number] for number in result.get("winners", ()) if number in table),
    )


def _in_table(everybody: list[int], reader: User) -> list[int]:
    """Return who stands in the cross table: those who play most, and the reader."""
    shown = everybody[:MOST_IN_TABLE]
    if reader.pk in everybody and reader.pk not in shown:
        shown[-1] = reader.pk
    return shown
