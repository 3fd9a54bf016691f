"""What happened since the reader's last turn, remembered in the cache for a while.

`Perspective` calls it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from duel.models import KnownGame
from duel.record.events import events_since, last_seen_ply
from duel.record.read_only_log import ReadOnlyLog

_REMEMBERED_SECONDS = 24 * 3600

ReadsLog = Callable[[], ReadOnlyLog]


@dataclass(frozen=True)
class Recap:
    """What happened after a ply, as one reader may know it."""

    since: int
    events: list[dict[str, Any]]


def recap_of(game: KnownGame, seat: int, *, read: ReadsLog, is_remembered: bool) -> Recap:
    """Return what happened since the seat's last turn ended, as it may know it.

    For a seat that is not to move: its own last turn, and what came after it. A turn that brought
    the seat another one is told with that one. `read` replays the log if it has to be.
    """
    key = f"recap:{game.game}:{game.rules}:{game.head}:{seat}"
    remembered: dict[str, Any] | None = cache.get(key) if is_remembered else None
    if remembered is None:
        log = read()
        since = last_seen_ply(log, seat)
        remembered = {"from": since, "events": events_since(log, since, seat)}
        cache.set(key, remembered, timeout=_REMEMBERED_SECONDS)
    return Recap(int(remembered["from"]), remembered["events"])


def last_events(game: KnownGame, plies: int, *, read: ReadsLog) -> list[dict[str, Any]]:
    """Return what happened in the last plies of a game, as a spectator may know it."""
    key = f"last-{plies}:{game.game}:{game.rules}:{game.head}"
    told: list[dict[str, Any]] | None = cache.get(key)
    if told is None:
        log = read()
        told = events_since(log, log.course.ply - plies, None)
        cache.set(key, told, timeout=_REMEMBERED_SECONDS)
    return told
