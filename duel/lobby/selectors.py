"""What one person finds on coming in: turns to make, games, invitations and challenges.

Read in a few queries, however many games there are.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from duel.lobby.challenges import is_part, open_challenges, with_seats
from duel.lobby.lines import Line, by_urgency
from duel.lobby.pictures import add_pictures
from duel.lobby.reach import note_unreached
from duel.models import AnySeat, Game, Seat, Status
from duel.record.selectors import games_with_bounces, player_names
from duel.words.naming import joined
from mail.mutes import mutes_of

MOST_CHALLENGES = 5
"""A few; all of them have a page of their own."""
MOST_OPEN_SEATS = 20
MOST_FINISHED = 20
REMEMBERED = timedelta(days=14)
"""For so long after its time has run out, a proposal that came to nothing is still told of."""


def who_plays(game: Game, *, named: Callable[[str], str] = str) -> str:
    """Return for how many a proposed game is, and who has sat down, if it is for more than two.

    `named` makes of a name what the reader may be shown.
    """
    if game.seat_count == 2:
        return ""
    there = game.seats.exclude(joined_at=None).select_related("user").order_by("number")
    nobody = gettext("a player without a name")
    names = [named(name) or nobody for name in player_names(there)]
    told = gettext("The game is for %(seats)d; at the table so far: %(names)s.")
    return told % {"seats": game.seat_count, "names": joined(names)}


def can_be_played_again(seats: Iterable[AnySeat], mine: int) -> bool:
    """Return whether a seat has somebody to play the game with once more."""
    return any(seat.user is not None for seat in seats if seat.number != mine)


@dataclass(frozen=True)
class Lobby:
    """All that concerns one person, sorted by what they would do about it."""

    to_move: list[Line]
    waiting: list[Line]
    invitations: list[Line]
    proposals: list[Line]
    challenges: list[Line]
    open_seats: list[Line]
    """Games that run, and in which somebody may take the seat of a player who left."""
    came_to_nothing: list[Line]
    finished: list[Line]

    @property
    def is_new(self) -> bool:
        """Whether the person has nothing here yet."""
        return not any(
            [self.to_move, self.waiting, self.invitations, self.proposals, self.finished]
        )


def lobby_of(user: User, *, now: datetime) -> Lobby:
    """Return what concerns this person now; the most urgent of each kind comes first."""
    stands = Q(status=Status.RUNNING) | Q(status=Status.PROPOSED, expires_at__gt=now)
    nothing = Q(status=Status.OFF, off_because__in=["declined", "expired", "withdrawn"])
    missed = Q(status=Status.PROPOSED, expires_at__lte=now)
    lost = (nothing | missed) & Q(expires_at__gt=now - REMEMBERED)
    mutes = mutes_of(user.email)
    games = _games_of(user).filter(stands | lost).prefetch_related("declined")
    lines = [Line(game, user, mutes) for game in games]
    running = by_urgency(line for line in lines if line.game.status == Status.RUNNING)
    proposed = [line for line in lines if line.is_proposed_at(now)]
    add_pictures(running)
    note_unreached(running)
    return Lobby(
        to_move=[line for line in running if line.is_to_move],
        waiting=[line for line in running if not line.is_to_move],
        invitations=[line for line in proposed if line.seat is None],
        proposals=[line for line in proposed if line.seat is not None],
        challenges=[Line(game, user) for game in _listed(user, now)],
        open_seats=[Line(game, user) for game in _with_open_seats(user, now)],
        came_to_nothing=[
            line
            for line in lines
            if line not in running and line not in proposed and line.came_to_nothing
        ],
        finished=_finished(user),
    )


def running_games(user: User) -> list[Line]:
    """Return the games in which this person sits and that run; the most urgent comes first."""
    games = with_seats(Game.objects.filter(status=Status.RUNNING, seats__user=user).distinct())
    return by_urgency(Line(game, user) for game in games)


def _finished(user: User) -> list[Line]:
    over = _games_of(user).filter(status=Status.OVER).order_by("-ended_at")[:MOST_FINISHED]
    lines = [Line(game, user) for game in over]
    bounced = games_with_bounces([line.game for line in lines])
    for line in lines:
        line.had_bounces = line.game.pk in bounced
    return lines


def _listed(user: User, now: datetime) -> QuerySet[Game]:
    return with_seats(open_challenges(now=now, reader=user)[:MOST_CHALLENGES])


def _with_open_seats(user: User, now: datetime) -> QuerySet[Game]:
    offered = Seat.objects.filter(game=OuterRef("pk"), open_until__gt=now)
    games = Game.objects.filter(Exists(offered), status=Status.RUNNING).exclude(is_part(user))
    return with_seats(games.order_by("moved_at")[:MOST_OPEN_SEATS])


def _games_of(user: User) -> QuerySet[Game]:
    return with_seats(Game.objects.filter(is_part(user)).order_by("-proposed_at"))
