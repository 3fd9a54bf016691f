"""Keeping what the replay of stored games found, for operators to see."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from duel.models import Divergence, Game, Status
from duel.replaying import CHUNK, Checked, Finding, begun_games, check_games

logger = structlog.get_logger(__name__)

MOST_LINES = 10
"""So many problems of one game are kept; one altered move makes all that follow it wrong."""

STANDING = RECENT = ANYWHERE = 500
"""How many games of each sort one periodic check takes on at the most."""

TIME_FOR_A_CHECK = 20.0
"""Seconds after which a periodic check takes on no more games."""


@transaction.atomic
def note_checked(checked: Checked) -> None:
    """Write down which of these games are wrong, and which of them no longer are."""
    now = timezone.now()
    for finding in checked.findings:
        _note_found(finding, now=now)
    right = set(checked.keys) - {finding.key for finding in checked.findings}
    gone = Divergence.objects.filter(game__in=right, gone_at=None).update(gone_at=now)
    if gone:
        logger.info("divergences_gone", games=gone)


def check_some_games() -> int:
    """Return how many games were replayed just now, a bounded number of them, findings kept.

    First those that were wrong, then those that were moved in since yesterday, then some from a
    place drawn by lot, so that in the course of time all have their turn.
    """
    until = monotonic() + TIME_FOR_A_CHECK
    checked = 0
    for keys in _chunks_worth_checking():
        part = check_games(keys)
        note_checked(part)
        checked += part.games
        if monotonic() > until:
            break
    return checked


def told_lines(finding: Finding) -> Iterator[str]:
    """Yield the problems of a game that are worth telling, each on a line."""
    yield from map(str, finding.problems[:MOST_LINES])
    if (more := len(finding.problems) - MOST_LINES) > 0:
        yield f"and {more} more"


def _note_found(finding: Finding, *, now: datetime) -> None:
    problems = "\n".join(told_lines(finding))
    row, is_new = Divergence.objects.select_for_update().get_or_create(
        game_id=finding.key, defaults={"problems": problems, "found_at": now, "seen_at": now}
    )
    if is_new or row.gone_at is not None:
        logger.error("divergence_found", game=finding.public_id, problems=len(finding.problems))
    if is_new:
        return
    if row.gone_at is not None:  # it came back: that is another story than the one before
        row.found_at, row.gone_at = now, None
    row.problems, row.seen_at = problems, now
    row.save(update_fields=["problems", "found_at", "seen_at", "gone_at"])


def _chunks_worth_checking() -> Iterator[list[int]]:
    wrong = Divergence.objects.filter(gone_at=None).order_by("seen_at")
    moved = Game.objects.filter(
        status=Status.RUNNING, moved_at__gte=timezone.now() - timedelta(days=1)
    )
    last = Game.objects.aggregate(last=Max("pk"))["last"] or 0
    # Nobody is to know which games are looked at, but nothing depends on it either.
    place = random.randint(0, last)  # noqa: S311
    somewhere = begun_games().filter(pk__gte=place)
    seen: set[int] = set()
    for keys in (
        wrong.values_list("game_id", flat=True)[:STANDING],
        moved.order_by("-moved_at").values_list("pk", flat=True)[:RECENT],
        somewhere.order_by("pk").values_list("pk", flat=True)[:ANYWHERE],
    ):
        new = [key for key in keys if key not in seen]
        seen.update(new)
        for first in range(0, len(new), CHUNK):
            yield new[first : first + CHUNK]
