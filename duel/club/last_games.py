"""Games that ended lately, as one reader may know of them."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from duel.games.registry import title_of
from duel.games.results import record_is_damaged
from duel.models import Game, Seat
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
    told = gettext("%(names)s won together") if len(winners) > 1 else gettext("%(names)s won")
    return told % {"names": joined(winners)}
