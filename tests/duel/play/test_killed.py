"""A process that is killed in the middle of a move leaves the whole move, or nothing of it."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import IO

import pytest
from django.db import transaction

from accounts.models import User
from duel.models import Game, Notice, Status
from tests.duel.tables import assert_sound, begin

KILLS = 60


@pytest.fixture
def mover(transactional_db: None, database_url: str) -> Iterator[subprocess.Popen[str]]:
    """A process of its own that forks players."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.duel.random_player"],
        env=os.environ
        | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def kill_at_random(mover: subprocess.Popen[str], game: Game, seconds: float) -> list[str]:
    """What a player of the game had said when it was killed, moments after its first move began.

    On a busy machine a player needs long to come to its first move.
    """
    stdin, stdout = _pipes(mover)
    stdin.write(f"{game.public_id}\n")
    stdin.flush()
    player = int(stdout.readline())
    said = [stdout.readline().strip()]
    assert said == ["begins"]
    time.sleep(seconds)
    os.kill(player, signal.SIGKILL)
    while (line := stdout.readline().strip()) != "gone":
        assert line, "The process that forks the players has ended."
        said.append(line)
    return said


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def assert_whole(game: Game) -> None:
    """Each ply that was reached has its entry and its notice, and there are no others."""
    with transaction.atomic():
        # The database may still be busy with what the dead process asked for last.
        Game.objects.select_for_update().get(pk=game.pk)
        assert_sound(game)
        is_over = game.status == Status.OVER
        turns = Notice.objects.filter(game=game, kind__in=["your-turn", "turn-goes-on"])
        plies = sorted(turns.values_list("ply", flat=True))
        assert plies == list(range(game.ply + (not is_over)))
        assert game.entries.exclude(kind="clock").count() == game.ply
        ends = Notice.objects.filter(game=game, kind="game-over").count()
        assert ends == (2 if is_over else 0)


def test_a_killed_player_leaves_a_whole_move_or_nothing(
    mover: subprocess.Popen[str], ada: User, bruno: User
) -> None:
    chance = random.Random()
    game = begin(ada, bruno)
    kills = within_a_move = 0
    while kills < KILLS or within_a_move < KILLS // 6:
        kills += 1
        assert kills < 20 * KILLS, "Hardly a player was killed within a move."
        if game.status == Status.OVER:
            game = begin(ada, bruno)
        ply = game.ply
        said = kill_at_random(mover, game, seconds=chance.uniform(0, 0.15))
        assert_whole(game)
        # What was reported as done is there; at most one more was on its way.
        assert game.ply - ply - said.count("done") in (0, 1)
        within_a_move += said[-1:] == ["begins"]
    assert Notice.objects.filter(ply__gt=0).exists()
