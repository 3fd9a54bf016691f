"""Games out of time in an outage, and a decision on those chosen; the admin's page calls it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from duel.errors import Refused
from duel.models import Game, LogEntry, Status
from duel.record.selectors import player_names, secret_is_open
from engine.kinds import Kind
from support.conflicts import without_own
from support.decisions.base import decide
from support.decisions.ruling import Ruling
from support.models import Act

MOST_LISTED = 200
"""So many games are listed, and can be decided about at once."""

_ENDED_BY_LATENESS = Q(result__by=["timeout"]) | Q(result__by=["score"])


@dataclass(frozen=True)
class LateGame:
    """A game in which a player ran out of time, and what can be done about it at once."""

    game: Game
    act: Act | None
    """Give time, reopen, or nothing: its secret was shown, or its record is damaged."""

    @property
    def mark(self) -> str:
        """Return the game and up to which entry of its log it was looked at."""
        return f"{self.game.pk}-{self.game.seq}"

    @property
    def players(self) -> str:
        """Return the names of the players."""
        # Sorted here: asked to sort, the database would be asked once per game.
        seats = sorted(self.game.seats.all(), key=lambda seat: seat.number)
        return " – ".join(player_names(seats))


def games_out_of_time(operator: User, *, began_at: datetime, ended_at: datetime) -> list[LateGame]:
    """Return the games that ran out of time in between, the operator's own left out."""
    # First those that still run, then the lost ones; one more than `MOST_LISTED` if there are more.
    flagged = LogEntry.objects.filter(
        game=OuterRef("pk"),
        kind__in=[Kind.FLAG.value, Kind.TIMEOUT.value],
        time__gte=began_at,
        time__lte=ended_at,
    )
    now = timezone.now()
    late = Game.objects.filter(Exists(flagged), status=Status.RUNNING, deadline__lte=now)
    lost = Game.objects.filter(
        _ENDED_BY_LATENESS, Exists(flagged), status=Status.OVER, ended_at__gte=began_at
    )
    found = [
        *_listed(operator, late.order_by("deadline", "pk")),
        *_listed(operator, lost.order_by("ended_at", "pk")),
    ]
    return [LateGame(game, _act_for(game)) for game in found[: MOST_LISTED + 1]]


def decide_about_chosen(
    listed: list[LateGame],
    chosen: Mapping[int, int],
    *,
    operator: User,
    reason: str,
    message: str,
    seconds: int,
) -> int:
    """Return in how many of the chosen games the late player has time again.

    `chosen` has the seq at which each game was looked at, by the game's key. A game that moved on
    since is left as it is. Each game is decided on its own: one that is refused stops no other.
    """
    decided = 0
    for each in listed[:MOST_LISTED]:
        if each.act is None or each.game.pk not in chosen:
            continue
        expected = chosen[each.game.pk]
        ruling = Ruling(operator, each.game.public_id, reason, expected, message=message)
        late = {"seat": each.game.to_move, "seconds": seconds} if each.act is Act.EXTEND else {}
        try:
            decide(each.act, ruling, **late)
        except Refused:
            continue
        decided += 1
    return decided


def _listed(operator: User, games: "QuerySet[Game]") -> "QuerySet[Game]":
    theirs = without_own(operator, games).prefetch_related("seats__user")
    return theirs[: MOST_LISTED + 1]


def _act_for(game: Game) -> Act | None:
    if game.is_damaged or secret_is_open(game):
        return None
    return Act.EXTEND if game.status == Status.RUNNING else Act.REOPEN
