"""Games, seats, names and positions as one reader may see them; pages, letters and services ask."""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.names import looks_like, without_addresses
from duel.errors import BrokenGame, UnknownGame
from duel.models import (
    AnyGame,
    AnySeat,
    FormerPlayer,
    Game,
    KnownGame,
    KnownSeat,
    LogEntry,
    Notice,
    Seat,
    Status,
)
from duel.models.game import TURN_KINDS
from duel.operators import desk
from duel.record.finality import game_known_to
from duel.record.read_only_log import ReadOnlyLog, log_of, whole_log_of
from duel.record.reading import StoredTable
from engine.games import find_game
from engine.kinds import Kind
from engine.record import canonical_hash

REMEMBERED_SECONDS = 30 * 24 * 3600
"""A position stays in the cache for about as long as people think about a move."""

logger = logging.getLogger(__name__)


def find_by_public_id(public_id: str) -> Game:
    """Return the game of that name."""
    try:
        return Game.objects.get(public_id=public_id)
    except Game.DoesNotExist:
        raise UnknownGame from None


def readable_game(public_id: str, user: User | AnonymousUser) -> tuple[KnownGame, frozenset[int]]:
    """Return a game, public or this person's, and their seats; to others there is no such game."""
    game = find_by_public_id(public_id)
    seats = seats_of(game, user)
    if game.is_public or seats:
        return game_known_to(game, seats), seats
    raise UnknownGame


def seats_of(game: Game, user: User | AnonymousUser) -> frozenset[int]:
    """Return the numbers of the person's seats in the game."""
    if not user.is_authenticated:
        return frozenset()
    return frozenset(game.seats.filter(user=user).values_list("number", flat=True))


def table_of(game: Game) -> list[Seat]:
    """Return the seats with their players, in order."""
    return list(game.seats.select_related("user").order_by("number"))


def names_of(game: AnyGame) -> list[str]:
    """Return the names of the players, by seat."""
    known = KnownGame.of(game)
    stored = Seat.objects.filter(game=game.pk).select_related("user").order_by("number")
    return player_names(KnownSeat.of(seat, known) for seat in stored)


def player_names(seats: Iterable[AnySeat]) -> list[str]:
    """Return players' names, each unique (“Ada (1)”), with former ones while the game runs."""
    names = _distinguish([_name_in(seat) for seat in seats])
    return _distinguish(names)  # somebody may be called “Ada 1”


def _distinguish(names: Sequence[str]) -> list[str]:
    """Return the names, each that looks like another with the number of its seat."""
    return [
        f"{name} ({number})"
        if any(looks_like(name, other) for other in [*names[: number - 1], *names[number:]])
        else name
        for number, name in enumerate(names, 1)
    ]


def names_of_former_players(game: KnownGame) -> list[str]:
    """Return the names of those in whose seats others play by now, as far as they are known."""
    former = FormerPlayer.objects.filter(game=game.pk).values("user")
    replaced = Q(pk__in=former) | Q(pk__in=desk().replaced_players(game))
    return [str(person) for person in User.objects.filter(replaced, bot="").exclude(name="")]


def _name_in(seat: AnySeat) -> str:
    if seat.user is None:
        return gettext("a player who left")
    if not seat.former_name or seat.game.status != Status.RUNNING:
        return str(seat.user)
    words = {"name": seat.user, "former": without_addresses(seat.former_name)}
    return gettext("%(name)s (was %(former)s)") % words


def games_waiting_for(user: User) -> QuerySet[Game]:
    """Return the games in which it is this person's turn, the most urgent first."""
    return Game.objects.filter(seats__user=user, seats__is_to_move=True).order_by("deadline")


def notices_of_turns_of(user: User) -> QuerySet[Notice]:
    """Return the notices of the turns that this person has to make now."""
    return Notice.objects.select_related("game").filter(
        kind__in=TURN_KINDS,
        cancelled_at__isnull=True,
        ply=F("game__ply"),
        seat=F("game__seats__number"),
        game__seats__user=user,
        game__seats__is_to_move=True,
    )


def current_position(game: KnownGame, *, read: Callable[[], ReadOnlyLog]) -> Any:
    """Return the engine's position of a begun game, from the cache if it is there.

    For reading only: writers replay the log. The cache counts only if it holds the position whose
    hash is in the log, so it may be flushed, lost or spoilt at any time. `read` reads the log if
    that is needed. Raises BrokenGame if the record is damaged.
    """
    if game.is_damaged:
        return read().course.position  # which says so
    last = LogEntry.objects.filter(game=game.pk, seq=game.seq, hash=game.head)
    state_hash = last.values_list("state_hash", flat=True).first()
    if state_hash is None:  # nobody has moved yet: there is nothing to replay
        return read().course.position
    remembered = _recall([(game, state_hash)]).get(game.pk)
    if remembered is not None:
        return remembered
    log = read()
    remember_position(log)
    return log.course.position


MOST_REPLAYED = 12
"""The most games that one call replays; the others are left out."""


def positions_at_hand(games: Sequence[KnownGame]) -> dict[int, Any]:
    """Return the positions of begun games, by primary key, as far as they are at hand.

    One query and one look into the cache serve any number of games. A few that are not in the cache
    are replayed and remembered; others are left out, as are games without a move and damaged ones.
    """
    by_key = {game.pk: game for game in games}
    last = [
        Q(game=game.pk, seq=game.seq, hash=game.head)
        for game in games
        if game.seq and not game.is_damaged
    ]
    if not last:
        return {}
    entries = LogEntry.objects.filter(reduce(or_, last)).values_list("game", "state_hash")
    hashes = [(by_key[pk], state_hash) for pk, state_hash in entries]
    positions = _recall(hashes)
    for game in [game for game, _ in hashes if game.pk not in positions][:MOST_REPLAYED]:
        with suppress(BrokenGame):
            log = log_of(game)
            remember_position(log)
            positions[game.pk] = log.course.position
    return positions


def games_with_bounces(games: Iterable[AnyGame]) -> set[int]:
    """Return the keys of games that somebody may have won as letters came back."""
    claimed = [
        game.pk
        for game in games
        if (game.result or {}).get("by") == ["timeout"] and game.late_may_be_claimed
    ]
    if not claimed:
        return set()
    bounces = LogEntry.objects.filter(game__in=claimed, kind=Kind.BOUNCE)
    return set(bounces.values_list("game", flat=True))


def view_for(game: KnownGame, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat (None: a spectator) may see it."""
    return view_of(game, current_position(game, read=lambda: log_of(game)), seat)


def view_of(game: AnyGame, position: Any, seat: int | None) -> dict[str, Any]:
    """Return this position of the game as that seat (None: a spectator) may see it now.

    When the game is over, however it ended, nobody is to move. Once its secret is open nothing is
    hidden from anybody.
    """
    rules = find_game(game.game, game.rules)
    view = rules.view(position, seat)
    if game.status == Status.OVER:
        view["to_move"] = None
        if secret_is_open(game):
            view |= rules.open_parts(position)
    return view


def was_unreachable(game: AnyGame) -> bool:
    """Return whether the game was claimed because letters to the loser kept coming back."""
    if (game.result or {}).get("by") != ["timeout"] or not game.late_may_be_claimed:
        return False
    if not LogEntry.objects.filter(game=game.pk, kind=Kind.BOUNCE).exists():
        return False
    try:
        log = log_of(game) if isinstance(game, KnownGame) else whole_log_of(game)
    except BrokenGame:
        return False
    return log.history.is_unreachable(log.history.turn.seat)


def secret_is_open(game: AnyGame) -> bool:
    """Return whether anyone may see the game's secret by now."""
    return game.secret_opens_at is not None and game.secret_opens_at <= timezone.now()


def closed_until(game: AnyGame) -> datetime | None:
    """Return when the secret of a game that is over opens; None if it is open, or the game runs."""
    return None if secret_is_open(game) else game.secret_opens_at


def _position_key(game: AnyGame, head: str) -> str:
    return f"position:{game.game}:{game.rules}:{head}"


def _recall(hashes: Sequence[tuple[KnownGame, str]]) -> dict[int, Any]:
    """Return the positions of these hashes that the cache holds, by their games' primary keys."""
    keys = {game.pk: _position_key(game, game.head) for game, _ in hashes}
    positions: dict[int, Any] = {}
    try:
        found = cache.get_many(keys.values())
        for game, state_hash in hashes:
            dumped = found.get(keys[game.pk])
            if dumped is not None and canonical_hash(dumped) == state_hash:
                positions[game.pk] = find_game(game.game, game.rules).load(dumped)
    except Exception as error:  # a cache that is away or holds garbage costs a replay
        logger.warning("The cache of positions cannot be read: %s", type(error).__name__)
    return positions


def remember_position(log: ReadOnlyLog) -> None:
    """Keep the position of the log, under the hash of the entry that led to it."""
    try:
        dumped = log.course.game.dump(log.course.position)
        cache.set(_position_key(log.game, log.head), dumped, timeout=REMEMBERED_SECONDS)
    except Exception as error:
        logger.warning("The cache of positions cannot be written: %s", type(error).__name__)


@dataclass(frozen=True)
class Snapshot:
    """What was just read of a game, for a service that goes on; only `duel.record.log` opens it."""

    _table: StoredTable = field(repr=False)
    _log: ReadOnlyLog = field(repr=False)
