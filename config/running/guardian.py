"""Ends groups of processes: for `manage.py up` when it stops, and in its place when it was killed.

`python config/running/guardian.py` reads `+123` (group 123 has started) and `-123` (it has ended)
from its standard input. When the input closes, it ends the groups that are left.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Collection

PATIENCE = 8.0
"""Seconds for a task or a request to come to its end before it is cut off."""


def end_groups(groups: Collection[int], *, hurry: Callable[[], bool] = lambda: False) -> None:
    """Ask the first process of each group to stop, wait, and kill whatever is left of them."""
    # Only the first one is asked: it knows best how to end its own children. The wait ends early
    # when all are gone, or when `hurry` says so.
    for group in groups:
        _signal(os.kill, group, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while not hurry() and any(map(_is_there, groups)) and time.monotonic() < deadline:
        time.sleep(0.05)
    kill_groups(groups)


def kill_groups(groups: Collection[int]) -> None:
    """Kill every process of these groups that is still there."""
    for group in groups:
        _signal(os.killpg, group, signal.SIGKILL)


def _is_there(group: int) -> bool:
    return _signal(os.killpg, group, 0)


def _signal(send: Callable[[int, int], None], target: int, number: int) -> bool:
    try:
        send(target, number)
    except (ProcessLookupError, PermissionError):  # macOS: a group of zombies is "not permitted"
        return False
    return True


def main() -> None:
    """Keep the list until the input closes, then end what is left on it."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    end_groups(groups)


if __name__ == "__main__":
    main()
