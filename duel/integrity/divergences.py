"""Keeps for operators what replays of stored games found; readers, services, sweeps call it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone

from duel.errors import BrokenGame
from duel.integrity.replay import CHUNK, CheckResult, Finding, begun_games, check_games
from duel.models import AnyGame, Divergence, Game, Status
from duel.record.log import writing
from duel.record.settlements import STANDS_STILL
from engine.kinds import Channel, Kind

logger = structlog.get_logger(__name__)

MOST_LINES = 10
"""How many problems of one game are kept; one altered move makes all after it wrong."""

STANDING = RECENT = ANYWHERE = 500
"""How many games of each sort one periodic check takes on at the most."""

LOOKED_AT_AGAIN_AFTER = timedelta(hours=1)
"""How long after it was found broken a game is checked again when somebody presses in it."""

TIME_FOR_A_CHECK = 20.0
"""Seconds after which a periodic check takes on no more games."""


@transaction.atomic
def save_check(checked: CheckResult) -> int:
    """Return how many of these games are wrong and were not before; which are right is noted too.

    A damaged game stops at once: nobody can read it as true or play in it, its clock is stopped,
    and operators are told, once. When it is whole again, its clock goes on where it was. A hold
    that was settled meanwhile is written into the log then.
    """
    now = timezone.now()
    damaged = {finding.key for finding in checked.findings if finding.is_damage}
    # Locked in the order of writers: the game, then what was found of it.
    list(Game.objects.select_for_update().filter(pk__in=damaged).order_by("pk"))
    new = sum(_save_finding(finding, now=now) for finding in checked.findings)
    for key in set(checked.keys) - damaged:
        _go_on(key, now=now)
    right = set(checked.keys) - {finding.key for finding in checked.findings}
    gone = Divergence.objects.filter(game__in=right, gone_at=None).update(gone_at=now)
    if gone:
        logger.info("divergences_gone", games=gone)
    for game in Game.objects.filter(pk__in=right, settlement__act=Kind.HOLD.value).order_by("pk"):
        _write_hold_down(game)
    return new


def check_broken_game(game: AnyGame) -> None:
    """Check a game that a reader found damaged, once an hour at most; it goes on if it is whole."""
    recently = timezone.now() - LOOKED_AT_AGAIN_AFTER
    known = Divergence.objects.filter(
        game=game.pk, game__is_damaged=True, gone_at=None, seen_at__gt=recently
    )
    if known.exists() or game.is_settled:
        return
    save_check(check_games([game.pk]))


@contextmanager
def leaving_broken_games() -> Iterator[None]:
    """Return a context that leaves undone what a broken record prevents, and tells operators."""
    try:
        yield
    except BrokenGame as broken:
        logger.warning("broken_game_left_alone", game=broken.game.public_id, why=str(broken))
        check_broken_game(broken.game)


def check_some_games() -> int:
    """Return how many games were replayed just now, a bounded number of them, findings kept.

    First those that were wrong, then those that were moved in since yesterday, then some from a
    place drawn by lot, so that in the course of time all have their turn.
    """
    until = monotonic() + TIME_FOR_A_CHECK
    checked = 0
    for keys in _chunks_worth_checking():
        part = check_games(keys)
        save_check(part)
        checked += part.games
        if monotonic() > until:
            break
    return checked


def problem_summary(finding: Finding) -> Iterator[str]:
    """Yield the problems of a game, each on a line; of a settled one, only that it is settled."""
    if finding.is_settled:
        yield f"broken, and settled by operators; problems: {len(finding.problems)}"
        return
    yield from _problem_lines(finding)


def _problem_lines(finding: Finding) -> Iterator[str]:
    yield from map(str, finding.problems[:MOST_LINES])
    if (more := len(finding.problems) - MOST_LINES) > 0:
        yield f"and {more} more"


def _save_finding(finding: Finding, *, now: datetime) -> bool:
    """Return whether it is news."""
    problems = "\n".join(_problem_lines(finding))
    row, is_new = Divergence.objects.select_for_update().get_or_create(
        game_id=finding.key, defaults={"problems": problems, "found_at": now, "seen_at": now}
    )
    is_news = is_new or row.gone_at is not None
    if is_news and not finding.is_settled:
        logger.error("divergence_found", game=finding.public_id, problems=len(finding.problems))
    if not is_new:
        if row.gone_at is not None:  # it came back: that is another story than the one before
            row.found_at, row.gone_at = now, None
        row.problems, row.seen_at = problems, now
        row.save(update_fields=["problems", "found_at", "seen_at", "gone_at"])
    if finding.is_damage:
        _stop(row)
    return is_news


def _stop(found: Divergence) -> None:
    """Stop a game whose record is damaged, and tell the operators, once."""
    games = Game.objects.filter(pk=found.game_id)
    games.filter(status=Status.RUNNING).update(**STANDS_STILL)
    if games.filter(is_damaged=False).update(is_damaged=True):
        game = games.get()
        if not game.is_settled:
            damage_found.send(sender=Divergence, game=game)


def _go_on(key: int, *, now: datetime) -> None:
    """Resume a game whose record is whole again; nobody has lost time by it."""
    if not Game.objects.filter(pk=key, is_damaged=True).update(is_damaged=False):
        return
    game = Game.objects.select_related("divergence").get(pk=key)
    if game.status != Status.RUNNING or game.settlement_id is not None:
        return
    with writing(game.public_id, always_derive=True) as log:
        if log.course.outcome is None and not log.course.stopped:
            for kind, time in ((Kind.HOLD, game.divergence.found_at), (Kind.RESUME, now)):
                log.append(kind, channel=Channel.OPERATOR, time=time)


def _write_hold_down(game: Game) -> None:
    """Write the hold into the log that was settled without it."""
    settlement = game.settlement
    if settlement is None:
        return
    with writing(game.public_id, always_derive=True) as log:
        if log.course.outcome is None and not log.course.stopped:
            log.append(Kind.HOLD, channel=Channel.OPERATOR, time=settlement.made_at)
    Game.objects.filter(pk=game.pk).update(settlement=None)


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


damage_found = Signal()
"""Sent with `game` when its record is found broken, once for each time that it is."""
