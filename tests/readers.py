"""Whether what shows games to people could get at more of a game than its reader may know.

Rooms that people read take a `Perspective` (`duel/perspective/`). `make check` holds it by types (a
perspective has no relations and no log in public), by arrows (`pyproject.toml`: no such room
imports a log), by lint (nobody opens a private attribute), and here: no such room takes a table of
games from the models, nor one of the few functions that open a log.
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
    """Yield where a room that people read takes what only its perspective may open."""
    for path in sorted(path for room in READERS for path in (duel / room).rglob("*.py")):
        name = path.relative_to(duel).as_posix()
        taken = _taken(path) & (TABLES | OPENERS)
        yield from (
            f"duel/{name} takes {each}" for each in sorted(taken - ALLOWED.get(name, set()))
        )


def unused(duel: Path) -> Iterator[str]:
    """Yield what is allowed above and not taken any more."""
    for name, allowed in ALLOWED.items():
        path = duel / name
        taken = _taken(path) if path.exists() else set()
        yield from (f"duel/{name} no longer takes {each}" for each in sorted(allowed - taken))


def _taken(path: Path) -> set[str]:
    """Return the names that a module imports from other modules, wherever it does so."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in imports for alias in node.names}
