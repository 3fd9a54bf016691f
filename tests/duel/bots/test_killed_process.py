"""A process that is killed while it plays for bots: another goes on, and no turn is made twice."""

import os
import random
import subprocess
import sys
import time

import psutil
import pytest

from accounts.models import User
from duel.models import Game, LogEntry
from tests.duel.bots.bot_games import quiet_turn, with_bots
from tests.duel.tables import assert_sound

KILLS, GAMES = 4, 12

_SWEEP = """
import django
django.setup()
from duel.bots.sweeps import sweep_bots
print("ready", flush=True)
while sweep_bots():
    pass
"""


def start_sweeping(database_url: str) -> "subprocess.Popen[str]":
    """A process of its own that plays for bots, until none is to move, and has just begun."""
    settings = {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.Popen(
        [sys.executable, "-c", _SWEEP], env=os.environ | settings, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def waiting(games: list[Game]) -> int:
    """In so many of the games a bot is to move."""
    return Game.objects.filter(pk__in=[game.pk for game in games], to_move=1).count()


@pytest.mark.django_db(transaction=True)
def test_whoever_comes_next_goes_on(ada: User, database_url: str) -> None:
    games = [with_bots(ada) for _ in range(GAMES)]
    for game in games:
        quiet_turn(game)
    turns = {game.pk: game.turn for game in games}
    chance, searching = random.Random(18), []

    for _ in range(KILLS):
        with start_sweeping(database_url) as process:
            time.sleep(chance.random() / 4)
            searching += psutil.Process(process.pid).children()
            process.kill()
    with start_sweeping(database_url) as process:
        assert process.wait(timeout=120) == 0

    assert not waiting(games)
    for game in games:
        assert_sound(game)
        assert game.turn == turns[game.pk] + 1
        own = LogEntry.objects.filter(game=game, kind="move", seat=1, channel="bot")
        assert own.exists()
    assert psutil.wait_procs(searching, timeout=60)[1] == []
