"""Counting what finished games say about reliability, some time after they have ended."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from duel.club.pace import paces_of
from duel.club.selectors import BACK
from duel.errors import BrokenGame
from duel.models import Game, Pace, Status
from duel.record.read_only_log import whole_log_of

MOST_AT_ONCE = 500
"""So many games are counted in one go; the next one does the rest."""


def uncounted_games(since: datetime) -> QuerySet[Game]:
    """Return the games that ended since then and were not counted as they stand now."""
    counted = Pace.objects.filter(game=OuterRef("pk"), head=OuterRef("head"))
    ended = Game.objects.filter(~Exists(counted), status=Status.OVER, ended_at__gt=since)
    return ended.order_by("-ended_at")


def count_paces(*, now: datetime) -> int:
    """Return how many games were counted; a broken one counts for nobody."""
    games = list(uncounted_games(now - BACK)[:MOST_AT_ONCE])
    for game in games:
        try:
            seats = paces_of(whole_log_of(game))
        except BrokenGame:
            seats = []
        Pace.objects.update_or_create(game=game, defaults={"head": game.head, "seats": seats})
    return len(games)
