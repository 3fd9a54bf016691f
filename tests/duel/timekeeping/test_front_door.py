"""A site that cannot be reached is an outage of ours, though its sweeps run."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
import time_machine
from pytest_django.fixtures import Settings

from accounts.models import User
from config.monitoring.doctor import examine
from duel.models import Game, Outage
from duel.timekeeping import front_door
from duel.timekeeping.clocks import claim
from duel.timekeeping.front_door import ask_doors, doors, have_answered_since
from duel.timekeeping.mail import NobodyReachesUs
from engine.kinds import Channel
from support.status.in_words import troubles
from tests.duel.clocks.ticking import (
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    start_clock,
    sweep_at,
    waiting_seat,
)

MINUTE = timedelta(minutes=1)
PATIENCE = 60.0


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


class BlockingSite:
    """A gunicorn with two threads; each can be kept busy."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "block"
        self.port = free_port()
        self.asking: list[socket.socket] = []
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "--threads", "2", "--log-level", "critical"),
                *("--bind", f"127.0.0.1:{self.port}", "tests.duel.timekeeping.blocking_site"),
            ],
            env={**os.environ, "BLOCK_FILE": str(self.file)},
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def block(self) -> None:
        """Keep both threads, as two slow visitors would."""
        self.file.touch()
        for _ in range(2):
            asking = socket.create_connection(("127.0.0.1", self.port))
            asking.sendall(b"GET /block HTTP/1.1\r\nHost: here\r\n\r\n")
            self.asking.append(asking)

    def let_go(self) -> None:
        self.file.unlink(missing_ok=True)
        for asking in self.asking:
            asking.close()


@pytest.fixture
def site(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BlockingSite]:
    monkeypatch.setattr(front_door, "SECONDS", 1.0)
    site = BlockingSite(tmp_path)
    settings.SELF_CHECK_URL, settings.WAYS_IN = site.url, []
    try:
        wait_until(lambda: doors()[0].answers(site.url))
        yield site
    finally:
        site.let_go()
        site.process.send_signal(signal.SIGCONT)
        site.process.terminate()
        site.process.wait(PATIENCE)


@pytest.fixture
def game(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    start_clock(game)
    return game


def ask_at(minutes: float, traveller: time_machine.Traveller, game: Game) -> None:
    assert game.deadline is not None
    traveller.move_to(game.deadline + minutes * MINUTE)
    ask_doors()


def test_no_time_ends_while_all_threads_are_busy_and_it_is_given_back(
    game: Game, site: BlockingSite, traveller: time_machine.Traveller, olga: User
) -> None:
    deadline = game.deadline
    assert deadline is not None
    ask_at(-10, traveller, game)
    site.block()
    for minute in range(-9, 6):
        ask_at(minute, traveller, game)
        sweep_at(deadline + minute * MINUTE, traveller)
        assert "flag" not in kinds(game)
    assert any(line.name == "front_door" for line in troubles(olga))
    site.let_go()
    wait_until(lambda: doors()[0].answers(site.url))
    ask_at(6, traveller, game)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (deadline - 10 * MINUTE, deadline + 6 * MINUTE)
    sweep_at(deadline + 7 * MINUTE, traveller)
    game.refresh_from_db()
    assert game.deadline == deadline + 16 * MINUTE
    assert "flag" not in kinds(game)
    ask_at(0, traveller, game)
    ask_at(1, traveller, game)
    sweep_at(game.deadline + MINUTE, traveller)
    assert "flag" in kinds(game)


def test_a_stopped_process_is_found_as_well_and_a_claim_waits(
    game: Game, site: BlockingSite, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    ask_at(1, traveller, game)
    sweep_at(deadline + MINUTE, traveller)
    assert "flag" in kinds(game)
    workers = psutil.Process(site.process.pid).children()
    assert workers
    for worker in workers:
        worker.suspend()
    try:
        ask_at(2, traveller, game)
        game.refresh_from_db()
        with pytest.raises(NobodyReachesUs):
            claim(public_id=game.public_id, seat=waiting_seat(game), channel=Channel.LINK)
    finally:
        for worker in workers:
            worker.resume()
    wait_until(lambda: doors()[0].answers(site.url))
    ask_at(3, traveller, game)
    claim(public_id=game.public_id, seat=waiting_seat(game), channel=Channel.LINK)


def test_a_short_hiccup_is_no_outage(
    game: Game, site: BlockingSite, traveller: time_machine.Traveller
) -> None:
    ask_at(-10, traveller, game)
    site.block()
    ask_at(-9, traveller, game)
    site.let_go()
    wait_until(lambda: doors()[0].answers(site.url))
    ask_at(-8, traveller, game)
    assert not Outage.objects.exists()


@pytest.mark.django_db
def test_a_door_that_never_answered_from_here_counts_for_nothing(
    settings: Settings, traveller: time_machine.Traveller
) -> None:
    settings.SELF_CHECK_URL, settings.WAYS_IN = f"http://127.0.0.1:{free_port()}", []
    for minute in range(10):
        traveller.move_to(MONDAY + minute * MINUTE)
        ask_doors()
    assert have_answered_since(MONDAY + 10 * MINUTE)
    assert not Outage.objects.exists()
    [found] = [each for each in examine() if each.part.startswith("front door")]
    assert "SELF_CHECK_URL" in found.hint


@pytest.mark.django_db
def test_a_full_mail_port_is_a_shut_door(
    settings: Settings, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections are taken and nobody greets: as a server that has as many as it takes."""
    monkeypatch.setattr(front_door, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        settings.SELF_CHECK_URL, settings.SELF_CHECK_SMTP = "", address
        settings.WAYS_IN = ["smtp"]
        [door] = doors()
        assert not door.answers(address)
        for minute in range(4):
            front_door.save_answer(door, is_good=minute == 0, now=MONDAY + minute * MINUTE)
        assert front_door.shut_doors(MONDAY + 4 * MINUTE) == {"mail": MONDAY + MINUTE}
        front_door.save_answer(door, is_good=True, now=MONDAY + 4 * MINUTE)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (MONDAY, MONDAY + 4 * MINUTE)
