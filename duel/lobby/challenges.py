"""Challenges that anybody may take, filtered: for the home page and the list of challenges."""

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from duel.games.registry import PRESENTATIONS
from duel.models import Game, Seat, Status
from duel.words.naming import DAY

FAST, MEDIUM, SLOW = "fast", "medium", "slow"
_PACES = {FAST: (0, DAY), MEDIUM: (DAY + 1, 4 * DAY), SLOW: (4 * DAY + 1, 366 * DAY)}
"""By what each turn adds to a player's time, in seconds: from, and to."""

NO_OPTION = "none"


@dataclass(frozen=True)
class GameSearch:
    """What somebody looks for; what is empty does not matter to them."""

    game: str = ""
    seats: int | None = None
    pace: str = ""
    option: str = ""
    """The name of an option, or `NO_OPTION` for games without any."""


def open_challenges(
    *, now: datetime, reader: User | None = None, wanted: GameSearch | None = None
) -> QuerySet[Game]:
    """Return the proposals with an open seat, newest first, without those of the reader's."""
    games = (
        Game.objects.filter(status=Status.PROPOSED, is_listed=True, expires_at__gt=now)
        .annotate(given_out=Count("seats"))
        .filter(given_out__lt=F("seat_count"))
        .order_by("-proposed_at", "-pk")
    )
    if reader is not None:
        games = games.exclude(is_part(reader))
    return games if wanted is None else _such(games, wanted)


def option_names() -> dict[str, str]:
    """Return every option of the games that are played here, with the words for it."""
    return {
        name: str(words)
        for presentation in PRESENTATIONS.values()
        for name, words in presentation.options
    }


def is_part(user: User) -> Exists:
    """Return the condition that the person sits at the table or is invited to it."""
    theirs = Q(user=user) | Q(user=None, invited_address=user.email)
    return Exists(Seat.objects.filter(theirs, game=OuterRef("pk")))


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games with their seats and players at hand."""
    seats = Seat.objects.select_related("user").order_by("number")
    return games.prefetch_related(Prefetch("seats", seats))


def _such(games: QuerySet[Game], wanted: GameSearch) -> QuerySet[Game]:
    if wanted.game:
        games = games.filter(game=wanted.game)
    if wanted.seats:
        games = games.filter(seat_count=wanted.seats)
    if wanted.pace in _PACES:
        games = games.annotate(pace=F("grace") + F("increment"))
        games = games.filter(pace__range=_PACES[wanted.pace])
    if wanted.option == NO_OPTION:
        # Not as the negation of each: an option that a game does not know is neither on nor off.
        some = reduce(or_, (Q(**{f"options__{name}": True}) for name in option_names()), Q(pk=None))
        games = games.exclude(pk__in=Game.objects.filter(some, status=Status.PROPOSED).values("pk"))
    elif wanted.option in option_names():
        games = games.filter(**{f"options__{wanted.option}": True})
    return games
