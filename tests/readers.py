"""Finds code that could show people more of a game than they may know; `make check` calls it.

Rooms that people read take a `Perspective` (`duel/perspective/`). Types (a perspective has no
public relation or log), import contracts (`pyproject.toml`) and lint (no private attributes) hold
this, and here: no such room imports a model of games or a function that opens a log.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

READERS = ("api", "letters", "replies", "table", "timeline", "web")
"""Rooms in `duel/`."""

TABLES = frozenset({"Game", "GameSecret", "LogEntry", "Seat"})
OPENERS = frozenset({"log_after", "log_behind", "log_in", "perspective_at", "whole_log_of"})

ALLOWED = {
    # A proposal has no turns yet, and no log.
    "letters/invitation.py": {"Game", "Seat"},
    "letters/rematches.py": {"Game", "Seat"},
    "replies/invitations.py": {"Seat"},
    "web/challenge.py": {"Game", "Seat"},
    "web/challenge_list.py": {"Game"},
    "web/invitations.py": {"Seat"},
    "web/new_game.py": {"Game"},
    "web/proposals.py": {"Game"},
    # Who sits where, and in which games: nothing of where these stand.
    "letters/turns.py": {"Seat"},
    "letters/context.py": {"Game"},
    "letters/digest_sweeps.py": {"Seat"},
    "letters/leaving.py": {"Game"},
    "letters/trouble.py": {"Seat"},
    "replies/routes.py": {"Game"},
    "table/lines.py": {"Seat"},
    "web/game/context.py": {"Seat"},
    "web/account.py": {"Seat"},
    # A file is compared with the record of a game whose secret is open to all.
    "table/origin.py": {"Game"},
    # Replays and timelines retell the whole log that a perspective is made from.
    "table/replay_sources.py": {"log_behind"},
    "timeline/players.py": {"log_behind"},
}


def breaches(duel: Path) -> Iterator[str]:
    """Yield each import of a model or opener that such a room must not make."""
    for path in sorted(path for room in READERS for path in (duel / room).rglob("*.py")):
        name = path.relative_to(duel).as_posix()
        taken = _taken(path) & (TABLES | OPENERS)
        yield from (
            f"duel/{name} takes {each}" for each in sorted(taken - ALLOWED.get(name, set()))
        )


def unused(duel: Path) -> Iterator[str]:
    """Yield exceptions above that are no longer needed."""
    for name, allowed in ALLOWED.items():
        path = duel / name
        taken = _taken(path) if path.exists() else set()
        yield from (f"duel/{name} no longer takes {each}" for each in sorted(allowed - taken))


def _taken(path: Path) -> set[str]:
    """Return the names that a module imports from other modules, anywhere in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in imports for alias in node.names}
