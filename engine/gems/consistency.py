"""What must hold between the parts of a position, beyond the shape of each.

Every check names the parts it rests on, so that it can be left out where one of them could not
be read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Generic, TypeVar

Position = TypeVar("Position")


class Checks(Generic[Position]):
    """The checks of one game: run on a position, each yields the faults it finds."""

    def __init__(self) -> None:
        self._checks: list[tuple[frozenset[str], Callable[[Position], Iterator[str]]]] = []

    def needs(
        self, *parts: str
    ) -> Callable[[Callable[[Position], Iterator[str]]], Callable[[Position], Iterator[str]]]:
        """Return a decorator that adds a check, which rests on these parts."""

        def add(
            check: Callable[[Position], Iterator[str]],
        ) -> Callable[[Position], Iterator[str]]:
            self._checks.append((frozenset(parts), check))
            return check

        return add

    def faults(self, position: Position, unread: Set[str]) -> list[str]:
        """Return all faults that can be found in spite of the parts that could not be read."""
        return [
            fault
            for needed, check in self._checks
            if needed.isdisjoint(unread)
            for fault in check(position)
        ]


def each_once(expected: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each of the expected that is not there exactly once."""
    counts = Counter(found)
    for name in expected:
        if counts[name] != 1:
            yield f"{name} is there {counts[name]} times instead of once"
