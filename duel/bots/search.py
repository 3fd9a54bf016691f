"""Searches for a bot's move within a time limit: in a child process, as no thread can be killed.

Each process that plays for bots keeps one child, `python -m engine serve`, from its first move on.
It gets the view of the bot's seat and the legal moves, never a position; it knows neither the
settings nor the environment, and ends when its standard input does.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lib.child_process import ChildDied, ChildProcess, ChildTooSlow, OneChild

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


class _SearchProcess(ChildProcess):
    """A running engine that answers requests."""

    def __init__(self) -> None:
        # Ctrl-C is for the parent, who then ends us.
        super().__init__(COMMAND, cwd=_ROOT, start_new_session=True)
        # A process that is nicer already may not become less so.
        niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, self.process.pid))
        os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)
        self._has_answered = False

    def answer(self, request: bytes, seconds: float) -> str:
        """Return the move that the engine answers; raise SearchFailed if it answers no move."""
        with self.within(seconds if self._has_answered else seconds + SECONDS_TO_START):
            self.stdin.write(request)
            line = self.stdout.readline()
            if not line.endswith(b"\n"):
                raise ChildDied
        self._has_answered = True
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise SearchFailed("The engine answered something else.") from error
        if "ok" not in answer:
            raise SearchFailed(f"The engine refused: {answer.get('error')}")
        move = answer["ok"]
        if not isinstance(move, str):
            raise SearchFailed(f"The engine answered {move!r}, which is no move.")
        return move


_engine = OneChild(_SearchProcess)
stop = _engine.stop


def search(
    view: Mapping[str, Any],
    legal: Sequence[str],
    *,
    level: str,
    chance: bytes,
    seconds: float | None = None,
) -> str:
    """Return the move that a bot of this level makes; or raise SearchFailed."""
    request = {
        "op": "bot",
        "view": view,
        "legal": legal,
        "level": level,
        "chance": chance.hex(),
        "nodes": NODES[level],
    }
    kept = {name: value for name, value in request.items() if value is not None}
    line, limit = json.dumps(kept).encode() + b"\n", SECONDS if seconds is None else seconds
    try:
        return _engine.ask(lambda engine: engine.answer(line, limit))
    except ChildTooSlow as error:
        raise SearchFailed("The search took too long.") from error
    except ChildDied as error:
        raise SearchFailed("The processes that searched have died.") from error
