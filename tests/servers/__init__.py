"""Real servers for the tests: those that are here already, or throwaway ones.

A server that was found is a guest house: the tests take a room of their own (a database, a Redis
number) and never touch the rest. A server that the tests started ends with them.
"""

import contextlib
import subprocess
from dataclasses import dataclass

import psutil


@dataclass(frozen=True)
class Server:
    """A server that answers, and how it came to be here."""

    url: str
    version: str
    origin: str
    process: subprocess.Popen[bytes] | None = None
    """The process of a throwaway server; None where the server is not ours to stop."""

    def kill(self) -> None:
        """Let a throwaway server die at once, with all its processes and without a word."""
        if self.process is None:
            raise RuntimeError("This server is not ours to stop.")
        family = psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        for member in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                member.kill()
        self.process.wait()


class Unavailable(Exception):
    """There is no such server here, nor a way to start one; says why."""
