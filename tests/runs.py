"""Several runs of pytest side by side, told one after the other and ended together."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config.running.terminal import Window
from tests.servers.processes import start, stop

_SECONDS_TO_TIDY_UP = 30
_REQUESTS_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Run:
    """One process; what it prints is kept in a file, or shown at once where there is none."""

    process: subprocess.Popen[bytes]
    output: Path | None

    def has_ended(self, within: float) -> bool:
        """Return whether it ends within the seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(within)
        return self.process.returncode is not None


@dataclass
class Runs:
    """Processes with sessions of their own: only we pass on a request to end, to each just once.

    Whoever is asked twice while tidying up leaves half of it lying about.
    """

    _begun: list[Run] = field(default_factory=list)
    _window: Window = field(default_factory=Window)
    _asked: int | None = None

    def begin(self, command: Sequence[str], output: Path | None) -> Run:
        """Return the started run; it ends with this process, even if that is killed."""
        run = Run(start(command, log=output), output)
        self._begun.append(run)
        if self._asked is not None:
            run.process.send_signal(self._asked)
        return run

    @contextlib.contextmanager
    def ending_together(self) -> Iterator[None]:
        """Pass requests to end on to every run of the block, and leave none behind."""
        handlers = {
            number: signal.signal(number, self._pass_on)
            for number in (*_REQUESTS_TO_END, signal.SIGALRM)
        }
        try:
            yield
        finally:
            for run in self._begun:
                if run.process.poll() is None:  # we could not tell of it: our terminal is gone
                    stop(run.process, patience=_SECONDS_TO_TIDY_UP)
            signal.alarm(0)
            self._window.forget()
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def tell(self, run: Run) -> int:
        """Show what the run printed, go on showing what comes, and return its exit code."""
        with contextlib.ExitStack() as stack:
            kept = stack.enter_context(run.output.open("rb")) if run.output else None
            while True:
                ended = run.has_ended(within=0.2)  # asked first: nothing is printed after it
                if kept is not None:
                    sys.stdout.buffer.write(kept.read())
                    sys.stdout.flush()
                if ended:
                    return run.process.returncode
                if self._asked is None and self._window.is_closed():
                    self._pass_on(signal.SIGHUP, None)

    def _pass_on(self, number: int, frame: FrameType | None) -> None:
        """Ask once and set an alarm; at the alarm, or at a second Ctrl-C, wait no longer.

        Killing pytest is safe: what it started ends with it. Only its temporary files stay.
        """
        running = [run.process for run in self._begun if run.process.poll() is None]
        if self._asked is None:
            self._asked = number
            signal.alarm(_SECONDS_TO_TIDY_UP)
            for process in running:
                process.send_signal(number)
        elif number in (signal.SIGALRM, signal.SIGINT):
            for process in running:
                process.kill()
