"""What the club page shows, read in a few queries however many games there are.

It shows names and results of games in which all players are in the club.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from duel.club.counting import FinishedGame, Results, Score, tell_apart
from duel.games.registry import title_of
from duel.games.results import record_is_damaged
from duel.models import Game, Seat, Status
from duel.models.game import WITH_KNOWN_RESULT
from duel.record.selectors import player_names
from duel.words.naming import joined

MOST = 20


@dataclass(frozen=True)
class LastGame:
    """A game that ended lately."""

    title: str
    players: str
    result: str
    ended_at: date
    public_id: str
    """By which it can be replayed; empty where the reader may not see it."""


def last_games(games: QuerySet[Game], reader: User) -> list[LastGame]:
    """Return the first of these games that are over, in three queries."""
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    found = games.prefetch_related(seats)[:MOST]
    return [_last_game(game, list(game.seats.all()), reader) for game in found]


def _last_game(game: Game, seats: list[Seat], reader: User) -> LastGame:
    names = player_names(seats)
    winners = [names[number] for number in (game.result or {})["winners"]]
    may_see = game.is_public or any(seat.user_id == reader.pk for seat in seats)
    assert game.ended_at is not None  # noqa: S101 (it is over)
    return LastGame(
        title=title_of(game),
        players=joined(names),
        result=record_is_damaged() if game.is_stopped_by_damage else _won_by(winners),
        ended_at=game.ended_at,
        public_id=game.public_id if may_see else "",
    )


def _won_by(winners: list[str]) -> str:
    if not winners:
        return gettext("Nobody won")
    sentence = gettext("%(names)s won together") if len(winners) > 1 else gettext("%(names)s won")
    return sentence % {"names": joined(winners)}


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


def club_for(reader: User, *, now: datetime) -> Club:
    """Return what the club page shows this person."""
    since = now - BACK
    counted = _counted(club_games(since))
    results = Results(counted)
    members = User.objects.only("name", "bot", "public_id").in_bulk(results.people())
    names = tell_apart([(pk, str(member)) for pk, member in sorted(members.items())])
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
    """Return the games that count, the latest first, without those that nobody won."""
    games = Game.objects.filter(~Exists(outside_the_club()), status=Status.OVER, ended_at__gt=since)
    games = games.filter(WITH_KNOWN_RESULT)
    return games.exclude(result__winners=[]).order_by("-ended_at")


def outside_the_club() -> QuerySet[Seat]:
    """Return, of a game in an outer query, the seats of those who are not on the club page."""
    return Seat.objects.filter(Q(user=None) | Q(user__in_club=False), game=OuterRef("pk"))


def _counted(games: QuerySet[Game]) -> list[FinishedGame]:
    """Return the games as they are counted, without those against oneself."""
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
