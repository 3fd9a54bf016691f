"""What one person finds on the home page: games, invitations and challenges, with small pictures.

It is read in a few queries, however many games there are. The API and tables ask for parts of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from duel.games.registry import presentation_of
from duel.integrity.chains import stop_falsified
from duel.lobby.challenges import is_part, open_challenges, with_seats
from duel.lobby.checks import runs_or_waits
from duel.lobby.lines import Line, by_urgency
from duel.models import Game, Seat, Status
from duel.record.selectors import games_with_bounces, player_names, positions_at_hand, view_of
from duel.words.naming import joined
from mail.mutes import mutes_of
from mail.reports.suppression import suppressions_of


def mark_unreachable(lines: Sequence[Line]) -> None:
    """Note in each line to whom else at the table letters do not arrive, and no more than that."""
    others = {line: line.others_playing for line in lines}
    aside = suppressions_of(user.email for users in others.values() for user in users)
    for line, users in others.items():
        line.unreachable = joined([str(user) for user in users if user.email in aside])


MOST_PICTURES = 40
"""Of more games than that, only the most urgent ones are drawn."""


def add_pictures(lines: Sequence[Line]) -> None:
    """Draw the running games of the first of these lines, as their reader may see them."""
    drawn = lines[:MOST_PICTURES]
    positions = positions_at_hand([line.game for line in drawn])
    for line in drawn:
        position = positions.get(line.game.pk)
        if position is None:
            continue
        viewer = line.seat.viewer if line.seat else None
        names = player_names(line.seats)
        view = view_of(line.game, position, viewer)
        line.picture = presentation_of(line.game).picture(view, viewer, names)


@dataclass(frozen=True)
class WaitingGames:
    """What waits for somebody: the most urgent game, and how many there are with it."""

    next: Line | None
    count: int

    @property
    def words(self) -> str:
        """Which game is next, and how many wait; or that none does."""
        if self.next is None:
            return gettext("Nothing else waits for you. To your games")
        words = {"title": self.next.title, "name": self.next.opponent, "count": self.count}
        if self.count == 1:
            return gettext("Next game: %(title)s with %(name)s") % words
        return gettext("Next game: %(title)s with %(name)s (%(count)s wait)") % words


def games_waiting_after(user: User, public_id: str = "") -> WaitingGames:
    """Return what waits for this person's move, as far as they may know it, beside that game."""
    theirs = Game.objects.filter(
        seats__user=user, seats__is_to_move=True, status=Status.RUNNING
    ).exclude(public_id=public_id)
    lines = by_urgency(Line(game, user) for game in _checked(theirs))
    lines = [line for line in lines if line.is_to_move]
    return WaitingGames(lines[0] if lines else None, len(lines))


MOST_CHALLENGES = 5
"""A few; all of them have a page of their own."""
MOST_OPEN_SEATS = 20
MOST_FINISHED = 20
REMEMBERED = timedelta(days=14)
"""For this time after its expiry, a proposal that came to nothing is still listed."""


def who_plays(game: Game, *, named: Callable[[str], str] = str) -> str:
    """Return for how many a proposed game is, and who has sat down, if it is for more than two.

    `named` makes of a name what the reader may be shown.
    """
    if game.seat_count == 2:
        return ""
    there = game.seats.exclude(joined_at=None).select_related("user").order_by("number")
    nobody = gettext("a player without a name")
    names = [named(name) or nobody for name in player_names(there)]
    sentence = gettext("The game is for %(seats)d; at the table so far: %(names)s.")
    return sentence % {"seats": game.seat_count, "names": joined(names)}


@dataclass(frozen=True)
class Lobby:
    """All that concerns one person, sorted by what they would do about it."""

    to_move: list[Line]
    waiting: list[Line]
    invitations: list[Line]
    proposals: list[Line]
    challenges: list[Line]
    open_seats: list[Line]
    """Running games in which somebody may take the seat of a player who left."""
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
    nothing = Q(status=Status.OFF, off_because__in=["declined", "expired", "withdrawn"])
    missed = Q(status=Status.PROPOSED, expires_at__lte=now)
    lost = (nothing | missed) & Q(expires_at__gt=now - REMEMBERED)
    mutes = mutes_of(user.email)
    games = list(_games_of(user).filter(runs_or_waits(now) | lost).prefetch_related("declined"))
    offered = list(_with_open_seats(user, now))
    stop_falsified([*games, *offered])
    lines = [Line(game, user, mutes) for game in games]
    running = by_urgency(line for line in lines if line.game.status == Status.RUNNING)
    proposed = [line for line in lines if line.is_proposed_at(now)]
    add_pictures(running)
    mark_unreachable(running)
    return Lobby(
        to_move=[line for line in running if line.is_to_move],
        waiting=[line for line in running if not line.is_to_move],
        invitations=[line for line in proposed if line.seat is None],
        proposals=[line for line in proposed if line.seat is not None],
        challenges=[
            Line(game, user)
            for game in with_seats(open_challenges(now=now, reader=user)[:MOST_CHALLENGES])
        ],
        open_seats=[Line(game, user) for game in offered],
        came_to_nothing=[
            line
            for line in lines
            if line not in running and line not in proposed and line.came_to_nothing
        ],
        finished=_finished(user),
    )


def running_games(user: User) -> list[Line]:
    """Return the games in which this person sits and that run; the most urgent comes first."""
    games = Game.objects.filter(status=Status.RUNNING, seats__user=user).distinct()
    return by_urgency(Line(game, user) for game in _checked(games))


def _checked(games: QuerySet[Game]) -> list[Game]:
    """Return these running games with their seats; what is falsified among them is stopped."""
    found = list(with_seats(games))
    stop_falsified(found)
    return found


def _finished(user: User) -> list[Line]:
    over = _games_of(user).filter(status=Status.OVER).order_by("-ended_at")[:MOST_FINISHED]
    lines = [Line(game, user) for game in over]
    bounced = games_with_bounces([line.game for line in lines])
    for line in lines:
        line.had_bounces = line.game.pk in bounced
    return lines


def _with_open_seats(user: User, now: datetime) -> QuerySet[Game]:
    offered = Seat.objects.filter(game=OuterRef("pk"), open_until__gt=now)
    games = Game.objects.filter(Exists(offered), status=Status.RUNNING).exclude(is_part(user))
    return with_seats(games.order_by("moved_at")[:MOST_OPEN_SEATS])


def _games_of(user: User) -> QuerySet[Game]:
    return with_seats(Game.objects.filter(is_part(user)).order_by("-proposed_at"))
