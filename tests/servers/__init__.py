"""Real servers for the tests: those that are here already, or throwaway ones.

A server that was found is a guest house: the tests take a room of their own (a database, a Redis
number) and never touch the rest. A server that the tests started ends with them.
"""

import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Server:
    """A server that answers, and how it came to be here."""

    url: str
    version: str
    origin: str
    process: subprocess.Popen[bytes] | None = None
    """The process of a throwaway server; None where the server is not ours to stop."""


class Unavailable(Exception):
    """There is no such server here, nor a way to start one; says why."""
