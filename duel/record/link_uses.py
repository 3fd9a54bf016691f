"""Writing down that links were opened and pressed. It must never be in the way of the page."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, connection
from django.db.models import F
from django.utils import timezone

from duel.models import Game, LinkUse
from duel.record.links import Link, Purpose
from mail.statements import insert

logger = structlog.get_logger(__name__)

FOLDED_WITHIN = timedelta(seconds=60)
"""What is opened so shortly after the last time is counted with it: a scanner, or a reload."""

KEEP = timedelta(days=90)
"""For so long after a game is over its uses of links are kept."""

BATCH = 2000
PATIENCE = timedelta(milliseconds=200)
"""How long a page waits, where the database has a single lock, for its turn to write this down."""


def note_link_use(game: Game, link: Link, purpose: Purpose, *, is_press: bool) -> None:
    """Write down that a genuine link was opened or its button pressed; who came is not asked.

    One statement for what follows shortly upon another, two for what stands by itself. If the
    database cannot take it now, it is left out: the page is more than its trace.
    """
    now = timezone.now()
    if _is_long_over(game, now):
        return
    try:
        with _without_waiting_long():
            _write(game, link, purpose, is_press=is_press, now=now)
    except DatabaseError as error:
        logger.warning("link_use_not_noted", game=game.public_id, error=type(error).__name__)


def delete_old_uses() -> int:
    """Delete a batch of the oldest uses, of games that are long over; return how many."""
    long_ago = timezone.now() - KEEP
    old = LinkUse.objects.filter(last_at__lt=long_ago, game__ended_at__lt=long_ago)
    pks = list(old.order_by("last_at").values_list("pk", flat=True)[:BATCH])
    LinkUse.objects.filter(pk__in=pks).delete()
    return len(pks)


def _write(game: Game, link: Link, purpose: Purpose, *, is_press: bool, now: datetime) -> None:
    use = LinkUse(
        game=game,
        seat=link.seat,
        ply=link.ply,
        purpose=purpose.name.lower(),
        is_press=is_press,
        first_at=now,
        last_at=now,
    )
    if is_press or not _fold(use):
        insert([use])


def _fold(use: LinkUse) -> bool:
    """Return whether a page that was opened is counted with the last time it was."""
    same = LinkUse.objects.filter(
        game=use.game, seat=use.seat, ply=use.ply, purpose=use.purpose, is_press=False
    )
    recent = same.filter(last_at__gte=use.last_at - FOLDED_WITHIN).order_by("-pk").values("pk")[:1]
    folded = LinkUse.objects.filter(pk__in=recent).update(count=F("count") + 1, last_at=use.last_at)
    return bool(folded)


def _is_long_over(game: Game, now: datetime) -> bool:
    return game.ended_at is not None and game.ended_at < now - KEEP


@contextmanager
def _without_waiting_long() -> Iterator[None]:
    """Within it, SQLite waits only a moment for its one lock; PostgreSQL needs none here."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    usual = connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.connection.execute(f"PRAGMA busy_timeout = {PATIENCE // timedelta(milliseconds=1)}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout = {usual}")
