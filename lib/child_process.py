"""A child process that answers requests within a time limit, and is killed when that is over.

A thread cannot be stopped, so what may take too long runs in a child: parsing mail and searching
for moves each keep one for every process of ours. A child does not know the environment.
"""

import atexit
import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Generic, TypeVar, cast

_Child = TypeVar("_Child", bound="ChildProcess")
_Answer = TypeVar("_Answer")


class ChildDied(Exception):
    """The child ended in the middle of a request, or before it."""


class ChildTooSlow(Exception):
    """The child took too long, and was killed."""


class ChildProcess:
    """A running child with pipes to it."""

    def __init__(self, command: Sequence[str], *, cwd: Path, **options: Any) -> None:
        self.was_killed = False
        self.process = subprocess.Popen(  # noqa: S603 - our own commands
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env={},
            **options,
        )
        self.stdin = cast(IO[bytes], self.process.stdin)
        self.stdout = cast(IO[bytes], self.process.stdout)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Kill the child if what is done here takes longer, and raise ChildTooSlow."""
        timer = threading.Timer(seconds, self._kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (BrokenPipeError, ChildDied) as error:
            raise ChildTooSlow if self.was_killed else ChildDied from error
        finally:
            timer.cancel()
            timer.join()  # it may have been about to kill

    def _kill(self) -> None:
        self.was_killed = True
        self.process.kill()

    def end(self) -> None:
        """End the child, and wait for it."""
        self.process.kill()
        self.process.wait()
        self.close_pipes()

    def close_pipes(self) -> None:
        """Close our ends of the pipes."""
        self.stdin.close()
        self.stdout.close()


class OneChild(Generic[_Child]):
    """The one child of this process for a kind of request: started at the first, and kept."""

    def __init__(self, start: Callable[[], _Child]) -> None:
        self.child: _Child | None = None
        self._start = start
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.stop)

    def ask(self, request: Callable[[_Child], _Answer]) -> _Answer:
        """Return what the child answers; one that fails is ended."""
        # One that ends by itself is replaced once, as somebody may have ended it: then ChildDied.
        with self._lock:
            for attempt in range(2):
                child, self.child = self.child or self._start(), None
                try:
                    answer = request(child)
                except ChildDied:
                    child.end()
                    if attempt:
                        raise
                except BaseException:
                    child.end()
                    raise
                else:
                    if child.was_killed:  # just when it had answered
                        child.end()
                    else:
                        self.child = child
                    return answer
        raise ChildDied

    def stop(self) -> None:
        """End the child of this process, if there is one."""
        with self._lock:
            if self.child is not None:
                self.child.end()
            self.child = None

    def _forget(self) -> None:
        """In a process that was just forked: the child belongs to the other one."""
        self._lock = threading.Lock()
        if self.child is not None:
            self.child.close_pipes()
            self.child.process.returncode = 0  # it is not ours to wait for
        self.child = None
