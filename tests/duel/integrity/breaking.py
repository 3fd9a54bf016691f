"""Tampering with what is stored, behind the back of the triggers."""

from django.db import connection
from django.db.models import QuerySet

from duel.models import Beginning, Game, LogEntry
from tests.fixtures.triggers import triggers_off


def cut_off(game: Game, entries: int = 1) -> None:
    """Let the last entries of the game be gone."""
    kept = game.entries.count() - entries
    connection.check_constraints()  # PostgreSQL alters no table while such checks are pending
    with triggers_off(connection):
        QuerySet(LogEntry).filter(game=game, seq__gt=kept).delete()


def cut_off_well(game: Game, entries: int = 1) -> None:
    """Let the last entries be gone and the columns be as they were before them."""
    before = game.entries.order_by("-seq")[entries]
    cut_off(game, entries)
    Game.objects.filter(pk=game.pk).update(seq=before.seq, head=before.hash)


def alter_entry(game: Game, seq: int, **columns: object) -> None:
    """Let an entry say something else."""
    connection.check_constraints()
    with triggers_off(connection):
        QuerySet(LogEntry).filter(game=game, seq=seq).update(**columns)
        connection.check_constraints()


def forget_beginning(game: Game) -> None:
    """Let the row be gone that tells what the game began with."""
    connection.check_constraints()
    with triggers_off(connection):
        QuerySet(Beginning).filter(game=game).delete()
