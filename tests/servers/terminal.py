"""Commands in a terminal of their own, as a person runs them: Ctrl-C, and windows that close."""

import contextlib
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
CTRL_C = b"\x03"
# Makes the terminal on its standard input its own, as a shell does, and becomes the command.
_IN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


@dataclass
class Terminal:
    """A command that runs in a terminal of its own."""

    process: subprocess.Popen[bytes]
    screen: int | None
    shown: str = ""

    def wait_for(self, words: str, patience: float = 60) -> None:
        """Return as soon as the words are on the screen."""
        deadline = time.monotonic() + patience
        while words not in self.shown and self.look(deadline - time.monotonic()):
            pass
        assert words in self.shown, self.shown

    def type(self, keys: bytes) -> None:
        """Press keys."""
        assert self.screen is not None
        os.write(self.screen, keys)

    def close(self) -> None:
        """Close the window: the processes in it get a signal, and can show nothing any more."""
        if self.screen is not None:
            os.close(self.screen)
        self.screen = None

    def wait_for_end(self, patience: float = 60) -> int:
        """Return the exit code; what was still to be shown is on the screen then."""
        deadline = time.monotonic() + patience
        while self.look(deadline - time.monotonic()):
            pass
        return self.process.wait(patience)

    def family(self) -> list[psutil.Process]:
        """Return the command and every process that comes from it."""
        head = psutil.Process(self.process.pid)
        return [head, *head.children(recursive=True)]

    def look(self, patience: float) -> bool:
        """Take in what is shown next; return False if it is nothing, or nothing comes in time."""
        if self.screen is None or not select.select([self.screen], [], [], max(patience, 0))[0]:
            return False
        try:
            news = os.read(self.screen, 65536)
        except OSError:  # Linux's way to say that nobody is at the other end
            return False
        self.shown += news.decode(errors="replace").replace("\r\n", "\n")
        return bool(news)


@contextlib.contextmanager
def started(*command: str, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """Run a command in a terminal; whatever happens, nothing of it outlives the block."""
    try:
        screen, keyboard = pty.openpty()
    except OSError:  # a container or chroot without /dev/pts
        pytest.skip("terminal: this machine has no pseudo-terminals; mount /dev/pts")
    process = subprocess.Popen(
        [sys.executable, "-c", _IN_TERMINAL, *command],
        cwd=ROOT,
        env=environment,
        stdin=keyboard,
        stdout=keyboard,
        stderr=keyboard,
        start_new_session=True,
    )
    os.close(keyboard)
    terminal = Terminal(process, screen)
    try:
        yield terminal
    finally:
        with contextlib.suppress(psutil.NoSuchProcess):
            for each in terminal.family():
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.kill()
        process.wait()
        terminal.close()
