"""The lists of games for operators, each by an index: the admin and the work list call it."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from duel.bots.sweeps import games_for_bots
from duel.models import Divergence, Game, LogEntry, Notice, Seat, Status
from duel.models.game import TURN_GOES_ON, YOUR_TURN
from engine.kinds import ADVANCES, RETURNS, Channel, Kind
from lib.signing import PUBLIC_ID_ALPHABET
from mail.addresses import normal_address
from mail.models import Letter, Suppression
from support.disputes.selectors import unsettled_disputes
from support.models import Act, Settlement

SWEEP_PATIENCE = timedelta(minutes=15)
"""How long after its alarm a game is processed at the latest, if the sweep does its work."""

MOST_GAMES = 20_000
"""How many games of one kind are looked at, the longest wait first."""

MOST_ADDRESSES = 1000
"""How many addresses that get no letters are looked at, the latest first."""

MOST_PEOPLE = 200
"""How many people of one name or beginning of an address are looked at."""

Keys = QuerySet[Any, int]
"""The primary keys of games, from any table."""


def running() -> QuerySet[Game]:
    """Return the games that are being played."""
    return Game.objects.filter(status=Status.RUNNING)


def overdue() -> QuerySet[Game]:
    """Return the running games in which the time is up, claimed or not."""
    late = _keys(running().filter(deadline__lte=timezone.now()))
    flagged = _flagged(_without_deadline(~_OFFERS_A_SEAT, alarm_at__isnull=True))
    return _those(late.union(_keys(Game.objects.filter(pk__in=flagged))))


def held() -> QuerySet[Game]:
    """Return the running games whose clocks an operator, or the service for a mail, has stopped."""
    return Game.objects.filter(pk__in=_stopped(_perhaps_stopped()) | _held_beside_the_log())


def held_for_mail() -> QuerySet[Game]:
    """Return the running games that the service itself has stopped until a mail is read."""
    by_service = Q(channel=Channel.CLOCK) | Q(kind=Kind.RESUME)
    stopped = _last_was(_perhaps_stopped(), (Kind.HOLD,), (Kind.RESUME,), among=by_service)
    return Game.objects.filter(pk__in=stopped)


_OFFERS_A_SEAT = Q(Exists(Seat.objects.filter(game=OuterRef("pk"), open_until__isnull=False)))
"""All clocks of such a game stand until the seat is taken."""


def stuck() -> QuerySet[Game]:
    """Return the running games that will not go on by themselves, though nobody stopped them."""
    nothing_due = _without_deadline(~_OFFERS_A_SEAT, alarm_at__isnull=True)
    late = timezone.now() - SWEEP_PATIENCE
    set_aside = running().filter(alarm_at__gt=F("deadline")).order_by("alarm_at")
    not_seen_to = running().filter(alarm_at__isnull=False, alarm_at__lt=late).order_by("alarm_at")
    diverging = Divergence.objects.filter(gone_at__isnull=True, game__status=Status.RUNNING)
    # Keys that are read beforehand: asked in one, the database thinks of them as very many.
    keys = set(nothing_due) - _stopped(nothing_due) - _flagged(nothing_due)
    keys.update(set_aside.values_list("pk", flat=True)[:MOST_GAMES])
    keys.update(not_seen_to.values_list("pk", flat=True)[:MOST_GAMES])
    keys.update(diverging.values_list("game_id", flat=True)[:MOST_GAMES])
    keys.update(_letter_given_up()[:MOST_GAMES])
    keys.update(_bot_is_silent())
    return Game.objects.filter(pk__in=keys - _held_beside_the_log())


def _bot_is_silent() -> set[int]:
    """Return the running games in which a bot is to move, and does not though nobody stopped it."""
    now = timezone.now()
    waiting = games_for_bots(now).filter(game__moved_at__lt=now - SWEEP_PATIENCE)
    silent = set(waiting[:MOST_GAMES])
    return silent - _stopped(silent)


def delivery_trouble() -> QuerySet[Game]:
    """Return the running games whose mover cannot be reached, or was not, by a letter."""
    dead = Suppression.objects.filter(lifted_at__isnull=True).order_by("-since")
    unreachable = Seat.objects.filter(
        is_to_move=True, user__email__in=dead.values("address")[:MOST_ADDRESSES]
    )
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
    """Return the games that somebody means by a public id, a name or an address."""
    # The beginning is enough; of very many people of that name, some are looked at.
    term = term.strip()
    if not term:
        return Game.objects.none()
    address = normal_address(term)
    # No order: for one, the database would rather go through everybody than through the index.
    named = User.objects.filter(name__istartswith=term).values("pk")
    addressed = User.objects.filter(email__startswith=address).values("pk")
    seats = Seat.objects.order_by()
    invited = seats.exclude(invited_address="").filter(invited_address__startswith=address)
    keys: list[Keys] = [
        seats.filter(user__in=people[:MOST_PEOPLE]).values_list("game_id", flat=True)
        for people in (named, addressed)
    ]
    keys.append(invited.values_list("game_id", flat=True))
    if set(term) <= set(PUBLIC_ID_ALPHABET):
        keys.append(_keys(Game.objects.filter(public_id__startswith=term)))
    return _those(keys[0].union(*keys[1:]))


def _without_deadline(*conditions: Q, **also: object) -> list[int]:
    """Return the keys of the running games whose time is never up, as things are."""
    # Asked apart from what the log says of them, which is rare: the database would not believe it.
    games = running().filter(*conditions, deadline__isnull=True, **also).order_by("moved_at")
    return list(games.values_list("pk", flat=True)[:MOST_GAMES])


def _perhaps_stopped() -> list[int]:
    """Return the same, and those in which nothing is due though the time is up."""
    # A game that is held for a mail was out of time before its clocks were stopped.
    late = running().filter(deadline__lte=timezone.now(), alarm_at__isnull=True)
    return [
        *_without_deadline(),
        *late.order_by("deadline").values_list("pk", flat=True)[:MOST_GAMES],
    ]


def _stopped(games: Collection[int]) -> set[int]:
    """Return those of the games whose clocks were stopped and not set going again."""
    return _last_was(games, (Kind.HOLD, Kind.PAUSE), (Kind.RESUME,))


def _held_beside_the_log() -> set[int]:
    """Return the running games that operators have held although their record is broken."""
    holds = Settlement.objects.filter(act=Act.HOLD, game__status=Status.RUNNING)
    return set(holds.filter(game__settlement=F("pk")).values_list("game_id", flat=True))


def _flagged(games: Collection[int]) -> set[int]:
    """Return those of the games in which the time of the turn was up, and nothing came since."""
    return _last_was(games, (Kind.FLAG,), (*ADVANCES, *RETURNS, Kind.EXTEND, Kind.REOPEN))


def _last_was(
    games: Collection[int],
    begins: Collection[Kind],
    ends: Collection[Kind],
    *,
    among: Q | None = None,
) -> set[int]:
    """Return the games whose log has one of the first kinds, and none of the second later."""
    entries = LogEntry.objects.filter(game__in=games, kind__in=[*begins, *ends]).order_by()
    entries = entries if among is None else entries.filter(among)
    last = entries.values("game").annotate(
        begun=Max("seq", filter=Q(kind__in=begins), default=0),
        ended=Max("seq", filter=Q(kind__in=ends), default=0),
    )
    return set(last.filter(begun__gt=F("ended")).values_list("game", flat=True))


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
