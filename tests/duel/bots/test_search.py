"""A search has its limit: a process that goes beyond it is killed, and some move is played."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from accounts.models import User
from duel.bots import search as searching
from duel.bots.playing import choose
from duel.bots.search import SearchFailed, search
from duel.bots.sweeps import sweep_bots
from duel.models import Game
from duel.record.log import Log, read_log
from engine.bots import LEVELS, decide
from tests.duel.bots.bot_games import quiet_turn, with_bots

CHANCE = bytes(32)


@pytest.fixture(autouse=True)
def child_of_this_test() -> Iterator[None]:
    """Each test begins and ends without a child."""
    searching.stop()
    yield
    searching.stop()


@pytest.fixture
def log(db: None, ada: User) -> Log:
    """A game in which a bot is to move."""
    game = with_bots(ada)
    quiet_turn(game)
    return read_log(game)


def instead(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let another program search."""
    searching.stop()
    monkeypatch.setattr(searching, "COMMAND", (sys.executable, "-S", "-c", code))


def ask(log: Log, seconds: float = 60.0, level: str = "journeyman") -> str:
    rules, position = log.course.game, log.course.position
    view, legal = rules.view(position, 1), rules.legal(position)
    return search(view, legal, level=level, chance=CHANCE, seconds=seconds)


def children() -> list[psutil.Process]:
    """Those of our child processes that search."""
    return [
        child
        for child in psutil.Process().children(recursive=True)
        if child.status() != psutil.STATUS_ZOMBIE and "engine" in child.cmdline()
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_the_child_finds_what_the_engine_would(log: Log, level: str) -> None:
    rules, position = log.course.game, log.course.position
    view, legal = rules.view(position, 1), rules.legal(position)
    nodes = searching.NODES[level]
    found = decide(view, legal, level=level, chance=CHANCE, nodes=nodes)
    assert ask(log, level=level) == found


def test_one_child_does_for_many_moves(log: Log) -> None:
    ask(log)
    first = children()
    ask(log)
    assert len(first) == 1
    assert children() == first


def test_it_knows_nothing_of_the_settings(log: Log) -> None:
    ask(log)
    (child,) = children()
    assert child.environ() == {}


def test_a_search_that_takes_too_long_is_killed(
    log: Log, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mark = tmp_path / "pid"
    instead(
        monkeypatch,
        f"import os, sys\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\n"
        'print(\'{"ok": "slow"}\', flush=True)\nsys.stdin.readline()\nsys.stdin.readline()\n'
        "while True: pass",
    )
    assert ask(log) == "slow"  # it has started by now
    with pytest.raises(SearchFailed, match="too long"):
        ask(log, seconds=0.1)
    assert not psutil.pid_exists(int(mark.read_text()))


def test_the_bot_then_plays_some_move_and_thinks_again_on_its_next(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = searching.COMMAND
    instead(monkeypatch, "while True: pass")
    monkeypatch.setattr(searching, "SECONDS_TO_START", 0.0)
    monkeypatch.setattr(searching, "SECONDS", 0.1)
    game: Game = log.game

    assert sweep_bots() > 0
    game.refresh_from_db()
    assert game.to_move == 0

    monkeypatch.undo()
    assert command == searching.COMMAND
    assert ask(log)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "raise SystemExit(1)",
        "print('no JSON', flush=True); input()",
        'print(\'{"error": "no"}\', flush=True); input(); input()',
        "print('{\"ok\": 7}', flush=True); input(); input()",
        'print(\'{"ok": "pass"}\', flush=True); input(); input()',
    ],
    ids=["ends", "fails", "babbles", "refuses", "no move", "no legal move"],
)
def test_whatever_becomes_of_the_child_the_bot_moves(
    log: Log, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    instead(monkeypatch, code)
    legal = log.course.game.legal(log.course.position)
    assert choose(log, log.seats[1]) in legal


def test_a_child_that_somebody_ended_is_replaced(log: Log) -> None:
    found = ask(log)
    (child,) = children()
    os.kill(child.pid, signal.SIGKILL)
    psutil.wait_procs([child], timeout=60)
    assert ask(log) == found
    assert children() != [child]


_CHILD = """
import os
from duel.bots.search import _SearchProcess
child = _SearchProcess()
print(os.getpriority(os.PRIO_PROCESS, child.process.pid))
child.end()
"""


@pytest.mark.parametrize(("ours", "of_the_search"), [(0, 10), (15, 15)])
def test_the_search_is_nicer_than_letters_and_never_less_nice_than_its_parent(
    ours: int, of_the_search: int
) -> None:
    # Only root may become less nice: for everybody else the search would not begin.
    began = os.getpriority(os.PRIO_PROCESS, 0)
    done = subprocess.run(
        ["nice", "-n", str(ours), sys.executable, "-c", _CHILD],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == min(19, max(of_the_search, began + ours))
