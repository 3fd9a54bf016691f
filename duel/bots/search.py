"""Searches for a bot's move within a time limit: in a child process, as no thread can be killed.

Each process that plays for bots keeps one child, `python -m engine serve`, from its first move on.
It gets the view of the bot's seat and the legal moves, never a position; it knows neither the
settings nor the environment, and ends when its standard input does.
"""

import atexit
import contextlib
import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

COMMAND = (sys.executable, "-S", "-m", "engine", "serve")

NODES: Mapping[str, int | None] = {"apprentice": None, "journeyman": None, "master": 4000}
"""How many positions a bot of each level looks at; None: as many as its way of playing has."""

SECONDS = 4.0
"""A search that takes longer is killed: some forty times what the dearest takes by itself."""

SECONDS_TO_START = 30.0
"""The first answer of a child may take so much longer: it reads the rules and the cards."""

_ROOT = Path(__file__).resolve().parents[2]
_NICENESS = 10
"""Letters and clocks come first, where there are few processors."""


class SearchFailed(Exception):
    """There is no answer: the search took too long, its process has died, or it refused."""


class _Died(Exception):
    """The child ended in the middle of a search, or before it."""


class _Child:
    """A running engine that answers requests."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=_ROOT,
            env={},
            start_new_session=True,  # Ctrl-C is for the parent, who then ends us
        )
        self.owner = os.getpid()
        # A process that is nicer already may not become less so.
        niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, self.process.pid))
        os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)
        self._has_answered = False

    def answer(self, request: bytes, seconds: float) -> Any:
        """Return what the engine answers; raise SearchFailed if it refuses or takes too long.

        A child that takes too long is killed. `_Died` is raised if it ended by itself.
        """
        limit = seconds if self._has_answered else seconds + SECONDS_TO_START
        try:
            cast(IO[bytes], self.process.stdin).write(request)
        except BrokenPipeError as error:
            raise _Died from error
        line = self._line(time.monotonic() + limit)
        self._has_answered = True
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise SearchFailed("The engine answered something else.") from error
        if "ok" not in answer:
            raise SearchFailed(f"The engine refused: {answer.get('error')}")
        return answer["ok"]

    def _line(self, until: float) -> bytes:
        """Return the next line of the child."""
        pipe = cast(IO[bytes], self.process.stdout)
        line = b""
        while not line.endswith(b"\n"):
            left = until - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise SearchFailed("The search took too long.")
            piece = pipe.read(1 << 16)
            if not piece:
                raise _Died
            line += piece
        return line

    def end(self) -> None:
        """End the child, and wait for it."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


_lock = threading.Lock()
_child: _Child | None = None


def search(
    view: Mapping[str, Any],
    legal: Sequence[str],
    *,
    level: str,
    chance: bytes,
    seconds: float | None = None,
) -> str:
    """Return the move that a bot of this level makes; raise SearchFailed if it finds none in time.

    A child that ended by itself is replaced once, as somebody may have ended it.
    """
    request = {
        "op": "bot",
        "view": view,
        "legal": legal,
        "level": level,
        "chance": chance.hex(),
        "nodes": NODES[level],
    }
    line = json.dumps({name: value for name, value in request.items() if value is not None})
    with _lock:
        for _ in range(2):
            with contextlib.suppress(_Died):
                return _answer(line.encode() + b"\n", SECONDS if seconds is None else seconds)
    raise SearchFailed("The processes that searched have died.")


def stop() -> None:
    """End the child of this process, if there is one."""
    global _child  # noqa: PLW0603
    with _lock:
        if _child is not None and _child.owner == os.getpid():
            _child.end()
        _child = None


atexit.register(stop)


def _answer(request: bytes, seconds: float) -> str:
    """Return the move that the child of this process finds; one that finds none is ended."""
    global _child  # noqa: PLW0603 (one for each process)
    child, _child = _child, None
    if child is None or child.owner != os.getpid():  # that of the process we were forked from
        child = _Child()
    try:
        move = child.answer(request, seconds)
    except BaseException:
        child.end()
        raise
    _child = child
    if not isinstance(move, str):
        raise SearchFailed(f"The engine answered {move!r}, which is no move.")
    return move
