"""Runs commands side by side for `python -m tests`, and shows their output one by one."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config.running.processes import Window
from tests.servers.processes import start, stop

AT_ONCE = max(3, (os.cpu_count() or 1) + 1)
"""Runs that go on at the same time: one more than there are cores, as tests also wait."""

_SECONDS_TO_TIDY_UP = 30
_REQUESTS_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass
class Run:
    """A command; its output goes to a file, or is shown at once without one."""

    command: Sequence[str]
    output: Path | None
    process: subprocess.Popen[bytes] | None = None
    """Its process, once it has begun."""


@dataclass
class Runs:
    """Processes with sessions of their own, to which we pass on a request to end, once each.

    A process that gets a second signal while it tidies up leaves files behind.
    """

    _all: list[Run] = field(default_factory=list)
    _window: Window = field(default_factory=Window)
    _asked: int | None = None

    def add(self, command: Sequence[str], output: Path | None) -> Run:
        """Return a run that begins as soon as fewer than `AT_ONCE` others are running."""
        run = Run(command, output)
        self._all.append(run)
        self._begin_next()
        return run

    def _begin_next(self) -> None:
        """Begin waiting runs in order; each ends with this process, even if that is killed.

        After a request to end, none begins.
        """
        waiting = [run for run in self._all if run.process is None]
        room = AT_ONCE - len(self._running())
        if self._asked is None and room > 0:
            for run in waiting[:room]:
                run.process = start(run.command, log=run.output)
                if self._asked is not None:  # a request that came while it began
                    run.process.send_signal(self._asked)

    @contextlib.contextmanager
    def ending_together(self) -> Iterator[None]:
        """Pass requests to end on to every run, and leave none running after the block."""
        handlers = {
            number: signal.signal(number, self._pass_on)
            for number in (*_REQUESTS_TO_END, signal.SIGALRM)
        }
        try:
            yield
        finally:
            for process in self._running():  # our terminal is gone
                stop(process, patience=_SECONDS_TO_TIDY_UP)
            signal.alarm(0)
            self._window.forget()
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def tell(self, run: Run) -> int:
        """Show the output of a run until it ends, and return its exit code."""
        with contextlib.ExitStack() as stack:
            kept = None
            while True:
                code = self._code_within(0.2, run)  # asked first: nothing is printed after it
                if kept is None and run.output is not None and run.process is not None:
                    kept = stack.enter_context(run.output.open("rb"))
                if kept is not None:
                    sys.stdout.buffer.write(kept.read())
                    sys.stdout.flush()
                if code is not None:
                    return code
                if self._asked is None and self._window.is_closed():
                    self._pass_on(signal.SIGHUP, None)

    def _code_within(self, seconds: float, run: Run) -> int | None:
        """Return the run's exit code if it ends within the seconds; begin waiting runs."""
        self._begin_next()
        if run.process is None and self._asked is not None:
            return -self._asked  # it will never begin
        if run.process is None:
            time.sleep(seconds)
            return None
        with contextlib.suppress(subprocess.TimeoutExpired):
            run.process.wait(seconds)
        return run.process.returncode

    def _running(self) -> list[subprocess.Popen[bytes]]:
        processes = [run.process for run in self._all if run.process is not None]
        return [process for process in processes if process.poll() is None]

    def _pass_on(self, number: int, frame: FrameType | None) -> None:
        """Pass the first request on and set an alarm; at the alarm or a second Ctrl-C, kill.

        Killing pytest is safe: what it started ends with it. Only its temporary files stay.
        """
        running = self._running()
        if self._asked is None:
            self._asked = number
            signal.alarm(_SECONDS_TO_TIDY_UP)
            for process in running:
                process.send_signal(number)
        elif number in (signal.SIGALRM, signal.SIGINT):
            for process in running:
                process.kill()
