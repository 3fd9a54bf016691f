"""Runs several processes as one: starts them, shows what they print, stops them together."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Any

from config.running import guardian
from config.running.guardian import end_groups, kill_groups


class Window:
    """The terminal on our standard output, if there is one.

    The system tells only the first process of a terminal that its window was closed. That may be
    `make`, which passes nothing on: so we look ourselves, unless started with `nohup`.
    """

    def __init__(self) -> None:
        stays = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        self._terminal: int | None = None
        if not stays and os.isatty(1):
            self._terminal = os.dup(1)  # our own: standard output may be led elsewhere later

    def is_closed(self) -> bool:
        """Return whether it was open once and nobody can read in it any more."""
        if self._terminal is None:
            return False
        poll = select.poll()
        poll.register(self._terminal, 0)  # that the other side is gone is told unasked
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def forget(self) -> None:
        """Look no longer."""
        if self._terminal is not None:
            os.close(self._terminal)
        self._terminal = None


STEADY = 10.0
"""Seconds after which a process counts as started well. One that ends sooner would end again."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class _Child:
    process: subprocess.Popen[str]
    pump: threading.Thread
    """Shows what the process prints."""
    started: float


class EndedEarlyError(Exception):
    """A process ended before it had started well, so running it again would not help."""


class Processes:
    """A few processes, each in a session of its own: Ctrl-C reaches them only through us."""

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        *,
        say: Say,
        environment: Mapping[str, str],
        inherited: Sequence[int] = (),
    ) -> None:
        self.stops_asked = 0
        self._commands = commands
        self._say = say
        self._options: dict[str, Any] = {"env": dict(environment), "pass_fds": inherited}
        self._running: dict[str, _Child] = {}
        self._width = max(map(len, commands))

    def run(self, *, every_turn: Callable[[], None]) -> None:
        """Keep all processes running until a signal asks to stop; then leave none behind.

        A terminal whose window was closed asks to stop as well.
        `every_turn` is called a few times a second. A process that ends by itself is started
        again; if it ended within seconds of its start, all are stopped and EndedEarlyError tells.
        """
        window = Window()
        with self._count_signals(), _guardian() as self._guardian:
            try:
                for name in self._commands:
                    self._start(name)
                while not self.stops_asked:
                    every_turn()
                    self._restart_ended()
                    time.sleep(0.1)
                    self.stops_asked += window.is_closed()
            finally:
                window.forget()
                self._stop_all()

    @contextlib.contextmanager
    def _count_signals(self) -> Iterator[None]:
        def ask(number: int, frame: FrameType | None) -> None:
            self.stops_asked += 1

        signals = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # `nohup` means it
            signals.append(signal.SIGHUP)
        before = {number: signal.signal(number, ask) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start(self, name: str) -> None:
        process = subprocess.Popen(  # noqa: S603 - our own commands
            self._commands[name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            **self._options,
        )
        self._tell_guardian("+", process.pid)
        pump = threading.Thread(target=self._show_output, args=[name, process], daemon=True)
        pump.start()
        self._running[name] = _Child(process, pump, time.monotonic())

    def _show_output(self, name: str, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            if not self.stops_asked:  # farewells of a process that was asked to go are no news
                self._say(f"{name:{self._width}} | {line.rstrip()}")

    def _restart_ended(self) -> None:
        for name, child in list(self._running.items()):
            code = child.process.poll()
            if code is None:
                continue
            kill_groups([child.process.pid])  # what it may have left behind
            self._forget(name)
            if time.monotonic() - child.started < STEADY:
                raise EndedEarlyError(
                    f"The {name} process ended right after its start (exit code {code}); what it "
                    "said stands above. Everything was stopped."
                )
            self._say(f"The {name} process ended (exit code {code}). Starting again.")
            self._start(name)

    def _stop_all(self) -> None:
        asked = self.stops_asked
        if asked:
            self._say("\nStopping. Ctrl-C once more hurries.")
        running = dict(self._running)

        def hurry() -> bool:
            for child in running.values():
                child.process.poll()  # one that has ended is there until somebody asks for its end
            return self.stops_asked > asked

        end_groups([child.process.pid for child in running.values()], hurry=hurry)
        for name in running:
            self._forget(name)

    def _forget(self, name: str) -> None:
        child = self._running.pop(name)
        child.process.wait()
        child.pump.join(timeout=1)
        self._tell_guardian("-", child.process.pid)

    def _tell_guardian(self, sign: str, group: int) -> None:
        with contextlib.suppress(BrokenPipeError):  # somebody killed it; all else goes on
            print(f"{sign}{group}", file=self._guardian, flush=True)


@contextlib.contextmanager
def _guardian() -> Iterator[IO[str] | None]:
    """Start the guardian and yield the pipe to it; it goes when the pipe is closed."""
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-I", str(Path(guardian.__file__))],
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process.stdin
    finally:
        process.communicate()
