"""Which games an operator looks for. Each list goes by an index, whatever the number of games."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from duel.disputes import unsettled_disputes
from duel.models import Divergence, Game, LogEntry, Notice, Seat, Status
from duel.models.game import ALPHABET
from duel.models.notice import TURN_GOES_ON, YOUR_TURN
from engine.kinds import ADVANCES, RETURNS, Kind
from mail.addresses import normal_address
from mail.models import Letter, Suppression

SWEEP_PATIENCE = timedelta(minutes=15)
"""So long after its alarm a game is seen to, if the sweep does its work."""

MOST_PEOPLE = 200
"""How many people of one name or beginning of an address are looked at."""

# What ends or begins a stop of the clocks, and what ends or begins that a turn is out of time.
_STOPS = (Kind.HOLD, Kind.PAUSE, Kind.RESUME)
_FLAGS = (*ADVANCES, *RETURNS, Kind.FLAG, Kind.EXTEND, Kind.REOPEN)

Keys = QuerySet[Any, int]
"""The primary keys of games, from whatever table."""


def running() -> QuerySet[Game]:
    """Return the games that are being played."""
    return Game.objects.filter(status=Status.RUNNING)


def overdue() -> QuerySet[Game]:
    """Return the running games in which the time is up, claimed or not."""
    late = _keys(running().filter(deadline__lte=timezone.now()))
    flagged = _standing_still().filter(alarm_at__isnull=True, flagged_by=Kind.FLAG)
    return _those(late.union(_keys(flagged)))


def held() -> QuerySet[Game]:
    """Return the running games whose clocks an operator has stopped."""
    return _those(_keys(_standing_still().filter(stopped_by__in=(Kind.HOLD, Kind.PAUSE))))


def stuck() -> QuerySet[Game]:
    """Return the running games that will not go on by themselves, though nobody stopped them."""
    forgotten = _standing_still().filter(alarm_at__isnull=True)
    forgotten = forgotten.exclude(stopped_by__in=(Kind.HOLD, Kind.PAUSE))
    forgotten = forgotten.exclude(flagged_by=Kind.FLAG)
    set_aside = running().filter(alarm_at__gt=F("deadline"))
    not_seen_to = running().filter(
        alarm_at__isnull=False, alarm_at__lt=timezone.now() - SWEEP_PATIENCE
    )
    diverging = Divergence.objects.filter(gone_at__isnull=True, game__status=Status.RUNNING)
    return _those(
        _keys(forgotten).union(
            _keys(set_aside),
            _keys(not_seen_to),
            diverging.order_by().values_list("game_id", flat=True),
            _letter_given_up(),
        )
    )


def delivery_trouble() -> QuerySet[Game]:
    """Return the running games whose mover cannot be reached, or was not, by a letter."""
    dead = Suppression.objects.filter(lifted_at__isnull=True).values("address")
    unreachable = Seat.objects.filter(is_to_move=True, user__email__in=dead)
    return _those(
        unreachable.order_by().values_list("game_id", flat=True).union(_letter_given_up())
    )


def disputed() -> QuerySet[Game]:
    """Return the games about which a player waits for an answer."""
    return _those(unsettled_disputes().order_by().values_list("game_id", flat=True))


LISTS: dict[str, Callable[[], QuerySet[Game]]] = {
    "running": running,
    "overdue": overdue,
    "stuck": stuck,
    "trouble": delivery_trouble,
    "disputed": disputed,
    "held": held,
}
"""The lists by the name that stands in their address."""


def found(term: str) -> QuerySet[Game]:
    """Return the games that somebody means by a public id, a name or an address.

    The beginning is enough; of very many people of that name, some are looked at.
    """
    term = term.strip()
    if not term:
        return Game.objects.none()
    address = normal_address(term)
    # An order, as what is cut off would be another each time.
    named = User.objects.filter(name__istartswith=term).order_by("pk").values("pk")
    addressed = User.objects.filter(email__startswith=address).order_by("email").values("pk")
    seats = Seat.objects.order_by()
    invited = seats.exclude(invited_address="").filter(invited_address__startswith=address)
    keys: list[Keys] = [
        seats.filter(user__in=people[:MOST_PEOPLE]).values_list("game_id", flat=True)
        for people in (named, addressed)
    ]
    keys.append(invited.values_list("game_id", flat=True))
    if set(term) <= set(ALPHABET):
        keys.append(_keys(Game.objects.filter(public_id__startswith=term)))
    return _those(keys[0].union(*keys[1:]))


def _standing_still() -> QuerySet[Any]:
    """Return the running games whose time is never up, with what the log last said of that."""
    entries = LogEntry.objects.filter(game=OuterRef("pk")).order_by("-seq").values("kind")
    return (
        running()
        .filter(deadline__isnull=True)
        .alias(
            stopped_by=Coalesce(Subquery(entries.filter(kind__in=_STOPS)[:1]), Value("")),
            flagged_by=Coalesce(Subquery(entries.filter(kind__in=_FLAGS)[:1]), Value("")),
        )
    )


def _letter_given_up() -> Keys:
    """Return the keys of the running games whose mover's letter of this turn was given up."""
    failed = Letter.objects.filter(status="failed", kind__in=[YOUR_TURN, TURN_GOES_ON])
    notices = Notice.objects.filter(
        key__in=failed.values("key"), game__status=Status.RUNNING, ply=F("game__ply")
    )
    return notices.values_list("game_id", flat=True)


def _keys(games: QuerySet[Game]) -> Keys:
    return games.order_by().values_list("pk", flat=True)


def _those(keys: Keys) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=keys)
