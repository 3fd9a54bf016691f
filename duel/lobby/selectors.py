"""What one person finds on coming in: turns to make, games, invitations and challenges.

Read in a few queries, however many games there are.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.games.results import result_sentence
from duel.games.titles import title_of
from duel.lobby.invited import told_to_proposer
from duel.lobby.seating import is_kept_free
from duel.models import Game, Seat, Status
from duel.models.notice import DIGEST, REMINDER, TURN_GOES_ON, YOUR_TURN
from duel.notices.intents import topic_of
from duel.record.finality import final_at, game_known_to
from duel.record.links import Link, Purpose, link_token
from duel.record.selectors import player_names, was_unreachable
from duel.words.moments import by_the_clock_of
from duel.words.naming import joined
from duel.words.terms import terms_of
from duel.words.time_controls import in_words
from mail.models import Mute
from mail.wishes.mutes import mutes_of, name_of_kind

MOST_CHALLENGES = 50
MOST_FINISHED = 20
_MATTERS = {
    User.Letters.SINGLE.value: (YOUR_TURN, TURN_GOES_ON, REMINDER),
    User.Letters.DIGEST.value: (DIGEST, YOUR_TURN, REMINDER),
}
"""The letters without which a game may be lost, by how the reader wants to be told."""
REMEMBERED = timedelta(days=14)
"""For so long after its time has run out, a proposal that came to nothing is still told of."""


class Line:
    """A game as one person may know it. Its seats and their people are at hand."""

    def __init__(self, game: Game, reader: User, mutes: Iterable[Mute] = ()) -> None:
        own = [seat.number for seat in game.seats.all() if seat.user == reader]
        self.game = game_known_to(game, own)
        self.reader = reader
        self._mutes = mutes

    @property
    def title(self) -> str:
        """What the game is called, for how many it is and with what."""
        return title_of(self.game)

    @property
    def clock(self) -> str:
        """Its time control in a few words."""
        return in_words(terms_of(self.game).time)

    @property
    def deadline(self) -> str:
        """Until when whoever is to move has time, by the reader's clock; empty while it stands."""
        deadline = self.game.deadline
        return by_the_clock_of(self.reader, deadline) if deadline else ""

    @property
    def final_at(self) -> str:
        """When the reader can no longer take back the last turn; empty if that is not so."""
        moment = final_at(self.game)
        return by_the_clock_of(self.reader, moment) if moment else ""

    @property
    def muted(self) -> list[str]:
        """Which letters the reader does not get about this game, though they would matter."""
        about = [wish for wish in self._mutes if wish.topic in ("", topic_of(self.game))]
        if any(not wish.kind for wish in about):
            return [gettext("all letters")]
        kinds = {wish.kind for wish in about}
        return [name_of_kind(kind) for kind in _MATTERS[self.reader.letters] if kind in kinds]

    @property
    def is_to_move(self) -> bool:
        """Whether it is the reader's turn."""
        return self.seat is not None and self.seat.number == self.game.to_move

    @property
    def proposer(self) -> str:
        """Who proposed it."""
        return self._names()[0]

    @property
    def at_the_table(self) -> str:
        """Who has sat down already, from the proposer on."""
        return joined(player_names(seat for seat in self._seats() if seat.joined_at))

    @property
    def seats_left(self) -> str:
        """How many are still to sit down, where it is not just one opponent."""
        if self.game.seat_count == 2:
            return ""
        left = self.game.seat_count - sum(bool(seat.joined_at) for seat in self._seats())
        words = {"count": left}
        return (
            ngettext("%(count)d player is missing", "%(count)d players are missing", left) % words
        )

    @property
    def has_kept_seat(self) -> bool:
        """Whether the proposer has to say who may take a seat that became free."""
        return any(is_kept_free(seat) for seat in self._seats())

    @property
    def declined(self) -> str:
        """Who turned the invitation down, as the reader wrote it; to nobody else an address."""
        declined = (each for each in self.game.declined.all() if not each.is_taken_back)
        addresses = [each.address for each in declined if each.address]
        return joined(told_to_proposer(self.game, addresses)) if self.is_own else ""

    @property
    def is_own(self) -> bool:
        """Whether the reader has proposed it."""
        return any(seat.number == 0 and seat.user == self.reader for seat in self._seats())

    @property
    def invited(self) -> str:
        """Who has not answered an invitation, as the reader wrote it; to nobody else an address."""
        waiting = [seat.invited_address for seat in self._seats() if seat.user is None]
        told = told_to_proposer(self.game, filter(None, waiting)) if self.is_own else []
        return joined(told)

    @property
    def opponent(self) -> str:
        """Who else plays."""
        players = [seat.user for seat in self._seats() if seat.user != self.reader]
        if not players:
            return gettext("yourself")
        return joined([str(player or gettext("a player who left")) for player in players])

    @property
    def seat(self) -> Seat | None:
        """The reader's seat; against oneself, the one to move."""
        own = [seat for seat in self._seats() if seat.user == self.reader]
        return min(own, key=lambda seat: seat.number != self.game.to_move, default=None)

    @property
    def has_left(self) -> bool:
        """Whether the reader has left the game, which the others play on."""
        return self.seat is not None and self.seat.left_at is not None

    @property
    def players(self) -> str:
        """Who plays in it, but for seats whose players have left."""
        return joined([str(seat.user) for seat in self._seats() if seat.user and not seat.left_at])

    @property
    def board(self) -> str:
        """The address of the reader's board page."""
        assert self.seat is not None  # noqa: S101 (only the reader's own games have one)
        link = Link(self.game.pk, self.seat.number, self.game.ply)
        token = link_token(Purpose.BOARD, link, epoch=self.seat.link_epoch)
        return reverse("duel:board", args=[token])

    @property
    def came_to_nothing(self) -> bool:
        """Whether the reader sat down in vain; what they withdrew themselves needs no telling."""
        is_withdrawn = self.game.off_because == "withdrawn"
        return self.seat is not None and not (is_withdrawn and self.is_own)

    @property
    def result(self) -> str:
        """How it ended, told to the reader."""
        seat = self.seat
        against_oneself = all(each.user == self.reader for each in self._seats())
        number = seat.number if seat and not against_oneself else None
        return result_sentence(
            self.game,
            self.game.result or {},
            self._names(),
            number,
            is_unreachable=was_unreachable(self.game),
        )

    def _seats(self) -> list[Seat]:
        return list(self.game.seats.all())

    def _names(self) -> list[str]:
        return player_names(self._seats())


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


def can_be_played_again(seats: Iterable[Seat], mine: int) -> bool:
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
    mutes = mutes_of(user.email)
    current = [Line(game, user, mutes) for game in _with_declined(_games_of(user)).filter(stands)]
    running = _by_urgency(line for line in current if line.game.status == Status.RUNNING)
    proposed = [line for line in current if line.game.status == Status.PROPOSED]
    challenges = _with_seats(
        Game.objects.filter(status=Status.PROPOSED, is_listed=True, expires_at__gt=now)
        .annotate(given_out=Count("seats"))
        .filter(given_out__lt=F("seat_count"))
        .exclude(_is_part(user))
        .order_by("-proposed_at")[:MOST_CHALLENGES]
    )
    nothing = Q(status=Status.OFF, off_because__in=["declined", "expired", "withdrawn"])
    missed = Q(status=Status.PROPOSED, expires_at__lte=now)
    lost = _games_of(user).filter(nothing | missed, expires_at__gt=now - REMEMBERED)
    over = _games_of(user).filter(status=Status.OVER).order_by("-ended_at")[:MOST_FINISHED]
    return Lobby(
        to_move=[line for line in running if line.is_to_move],
        waiting=[line for line in running if not line.is_to_move],
        invitations=[line for line in proposed if line.seat is None],
        proposals=[line for line in proposed if line.seat is not None],
        challenges=[Line(game, user) for game in challenges],
        open_seats=[Line(game, user) for game in _with_open_seats(user, now)],
        came_to_nothing=[
            line for line in (Line(game, user) for game in lost) if line.came_to_nothing
        ],
        finished=[Line(game, user) for game in over],
    )


def running_games(user: User) -> list[Line]:
    """Return the games in which this person sits and that run; the most urgent comes first."""
    games = _with_seats(Game.objects.filter(status=Status.RUNNING, seats__user=user).distinct())
    return _by_urgency(Line(game, user) for game in games)


def _by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Return first those that wait for their reader, then the others."""
    return sorted(lines, key=lambda line: (not line.is_to_move, _urgency(line)))


def _with_open_seats(user: User, now: datetime) -> QuerySet[Game]:
    offered = Seat.objects.filter(game=OuterRef("pk"), open_until__gt=now)
    games = Game.objects.filter(Exists(offered), status=Status.RUNNING).exclude(_is_part(user))
    return _with_seats(games.order_by("moved_at")[:MOST_CHALLENGES])


def _games_of(user: User) -> QuerySet[Game]:
    return _with_seats(Game.objects.filter(_is_part(user)).order_by("-proposed_at"))


def _is_part(user: User) -> Exists:
    """Return the condition that the person sits at the table or is invited to it."""
    theirs = Q(user=user) | Q(user=None, invited_address=user.email)
    return Exists(Seat.objects.filter(theirs, game=OuterRef("pk")))


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    seats = Seat.objects.select_related("user").order_by("number")
    return games.prefetch_related(Prefetch("seats", seats))


def _with_declined(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.prefetch_related("declined")


def _urgency(line: Line) -> tuple[bool, datetime]:
    """Return what sorts the nearest deadline first, then whoever has waited longest."""
    game = line.game
    return game.deadline is None, game.deadline or game.moved_at or game.proposed_at
