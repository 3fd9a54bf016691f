"""Runs tasks in several processes, each with its own connection to the database."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import django

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], *, jobs: int
) -> Iterator[Result]:
    """Yield the result of each task, in order; with one job nothing leaves this process.

    Tasks are drawn as they are needed, so that neither they nor the results pile up.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    # Fresh processes: a forked one would share this one's connection to the database.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin) as pool:
        under_way: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                under_way.append(pool.submit(work, task))
                if len(under_way) == 2 * jobs:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    # Ctrl-C reaches every process of the terminal; the one that is waiting ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()
