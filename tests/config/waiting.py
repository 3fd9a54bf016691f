"""Waiting for what other processes bring about."""

import time
from collections.abc import Callable, Iterable

import psutil


def wait_until(condition: Callable[[], object], patience: float = 60) -> None:
    """Return as soon as the condition holds; fail if it never does."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "It never came true."
        time.sleep(0.05)


def wait_until_gone(family: Iterable[psutil.Process]) -> None:
    """Return as soon as all processes have ended; whether init has asked for them is its matter."""
    left = set(family)
    assert left
    wait_until(lambda: not any(map(_runs, left)))


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
