"""Several processes as one, with small real processes."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from config.running import guardian, processes
from config.running.processes import EndedEarlyError, Processes
from tests.config.waiting import wait_until_gone
from tests.servers.terminal import ROOT, started

STAYS = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(60)"]
LEAVES = [sys.executable, "-c", "print('no luck'); raise SystemExit(3)"]
DEAF = [
    sys.executable,
    "-c",
    "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); os.fork();"
    "os.write(1, b'here\\n'); time.sleep(60)",  # a line at a time, as two of them write
]


class Run:
    """A run of processes, which the test looks at while it goes on."""

    def __init__(self, **commands: list[str]) -> None:
        self.said: list[str] = []
        self.before = set(psutil.Process().children(recursive=True))
        self.seen: set[psutil.Process] = set()
        self.processes = Processes(commands, say=self.said.append, environment=os.environ)

    def until(self, moment: Callable[[], bool], *signals: signal.Signals) -> None:
        """Run until the moment comes, then send ourselves the signals."""
        left = list(signals)

        def every_turn() -> None:
            self.seen.update(set(psutil.Process().children(recursive=True)) - self.before)
            while moment() and left:
                os.kill(os.getpid(), left.pop(0))

        self.processes.run(every_turn=every_turn)


def test_what_they_say_is_shown_under_their_names_until_a_signal_stops_them() -> None:
    run = Run(web=STAYS, worker=STAYS)

    run.until(lambda: len(run.said) == 2, signal.SIGHUP)

    assert sorted(run.said[:2]) == ["web    | here", "worker | here"]
    assert run.said[2:] == ["\nStopping. Ctrl-C once more hurries."]
    wait_until_gone(run.seen)


def test_one_that_ends_right_after_its_start_stops_all() -> None:
    run = Run(web=STAYS, worker=LEAVES)

    with pytest.raises(EndedEarlyError, match=r"The worker process ended .*exit code 3"):
        run.until(lambda: False)

    assert "worker | no luck" in run.said
    wait_until_gone(run.seen)


def test_one_that_ends_later_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "STEADY", 0)
    run = Run(web=LEAVES)

    run.until(lambda: run.said.count("web | no luck") >= 2, signal.SIGTERM)

    assert "The web process ended (exit code 3). Starting again." in run.said


def test_one_that_does_not_listen_is_killed_with_its_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guardian, "PATIENCE", 0.2)
    run = Run(worker=DEAF)

    run.until(lambda: len(run.said) == 2, signal.SIGINT)

    assert run.said[:2] == ["worker | here"] * 2  # it and its child
    wait_until_gone(run.seen)


def test_a_second_signal_hurries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guardian, "PATIENCE", 600)
    run = Run(worker=DEAF)

    def again(number: int, frame: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGALRM, again)
    try:
        signal.setitimer(signal.ITIMER_REAL, 2)
        run.until(lambda: len(run.said) == 2, signal.SIGINT)
    finally:
        signal.signal(signal.SIGALRM, before)

    assert run.said[:2] == ["worker | here"] * 2
    wait_until_gone(run.seen)


def test_a_closed_window_stops_them_although_only_make_hears_of_it(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import os\n"
        "from config.running.processes import Processes\n"
        f"run = Processes({{'web': {STAYS}}}, say=print, environment=os.environ)\n"
        "run.run(every_turn=lambda: None)\n"
    )
    (tmp_path / "Makefile").write_text(f"run:\n\t@{sys.executable} {tmp_path / 'script.py'}\n")
    make = ["make", "-f", str(tmp_path / "Makefile")]
    with started(*make, environment=os.environ | {"PYTHONPATH": str(ROOT)}) as terminal:
        terminal.wait_for("web | here")
        family = terminal.family()
        assert len(family) >= 4  # make, the script, its guardian and the process

        terminal.close()

        assert terminal.wait_for_end() != 0
        wait_until_gone(family)
