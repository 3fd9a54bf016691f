"""Real servers for the tests: those found on the machine, or throwaway ones.

On a server that was found, the tests use only a database or Redis number of their own. A server
that the tests started ends with them.
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
        """Kill a throwaway server with all its processes."""
        if self.process is None:
            raise RuntimeError("This server is not ours to stop.")
        family = psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        for member in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                member.kill()
        self.process.wait()


class Unavailable(Exception):
    """There is no such server, and none can be started; with the reason."""
