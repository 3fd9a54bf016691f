"""Games go on after an outage all at once or not at all, even if the process is killed midway."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from duel.models import AddedTime, Game, Status
from duel.timekeeping.clocks import claim
from engine.kinds import Channel
from mail.models import Letter
from support.models import Decision
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, begin_with, everybody_has_moved, sweep_at
from tests.support.admin.staff import person_with
from tests.support.decisions.bench import mover_and_other, start_clock
from tests.support.decisions.test_out_of_time import DATA, mark, page

NOW = MONDAY + DAY + 6 * HOUR


@pytest.fixture
def operator(db: None) -> User:
    return person_with("admin", "Clara")


@pytest.fixture
def games(ada: User, bruno: User, operator: User, traveller: time_machine.Traveller) -> list[Game]:
    """Three games that were lost in the outage."""
    games = [begin_with(ada, bruno, grace=86400) for _ in range(3)]
    for game in games:
        everybody_has_moved(game)
        start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    traveller.move_to(MONDAY + DAY + 5 * HOUR)
    for game in games:
        game.refresh_from_db()
        claim(public_id=game.public_id, seat=mover_and_other(game)[1], channel=Channel.LINK)
    traveller.move_to(NOW)
    return games


@pytest.mark.usefixtures("transactional_db")
def test_a_process_killed_midway_has_done_nothing_and_the_same_press_does_all_once(
    database_url: str,
    client: Client,
    operator: User,
    games: list[Game],
    traveller: time_machine.Traveller,
) -> None:
    client.force_login(operator)
    seal = client.post(page(), DATA).context["preview"].seal
    press = {**DATA, "preview": seal, "game": [mark(game) for game in games], "carry_out": 1}
    environment = {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    dead = subprocess.run(
        [
            *(sys.executable, "-m", "tests.support.decisions.dying"),
            *(str(operator.pk), NOW.isoformat(), json.dumps(press)),
        ],
        env=os.environ | environment,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert dead.returncode == -signal.SIGKILL, dead.stdout + dead.stderr
    assert not Decision.objects.exists()
    assert not AddedTime.objects.exists()
    for _ in range(2):  # pressed again, and once more
        client.post(page(), press)
        traveller.shift(1)
        for game in games:
            game.refresh_from_db()
            assert game.status == Status.RUNNING
            assert game.entries.filter(kind="reopen").count() == 1
        decisions = Counter(Decision.objects.values_list("game", flat=True))
        assert decisions == {game.pk: 1 for game in games}
        topics = Letter.objects.filter(kind="operator-decision").values_list("topic", flat=True)
        assert Counter(topics) == {f"game:{game.public_id}": 2 for game in games}
        assert AddedTime.objects.count() == 1
