"""What must hold between the parts of a position, beyond the shape of each."""

from collections.abc import Callable, Iterator

from engine.splendor.position import Position

Check = Callable[[Position], Iterator[str]]

CHECKS: list[tuple[frozenset[str], Check]] = []
"""Each check with the parts it needs; run on a position, it yields the faults it finds."""
