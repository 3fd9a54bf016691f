"""The order in which the legal moves are read: first what people mean, then the rest.

Every legal move is in exactly one place. The order follows from the legal list and the view alone,
in every language, so a number that somebody sends back can be understood without the letter.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from engine.gems.pieces import DECK_ROWS
from engine.reading.option import O

COLLECT_ABOVE = 250
"""Legal moves; in a longer list, payments with needless gold are collected by card."""


@dataclass(frozen=True)
class Batch(Generic[O]):
    """Moves of one kind that stand together."""

    kind: str
    """The canonical verb."""
    mark: tuple[str, ...]
    """What sets them apart from others of the kind."""
    moves: tuple[tuple[int, O], ...]
    """Each with its place in the sorted legal list, from 1."""


@dataclass(frozen=True)
class ArrangedMoves(Generic[O]):
    """All legal moves in reading order."""

    meant: tuple[Batch[O], ...]
    rarer: tuple[Batch[O], ...]
    """Variants of what people mean."""
    collected: tuple[Batch[O], ...]
    """Variants for a page of their own."""

    def __iter__(self) -> Iterator[O]:
        """Yield every move, in the order in which they are printed."""
        for batch in (*self.meant, *self.rarer, *self.collected):
            for _, option in batch.moves:
                yield option

    def in_order(self) -> list[str]:
        """Return the moves as they are printed, the one with number 1 first."""
        return [option.move for option in self]


@dataclass(frozen=True)
class Ordering(Generic[O]):
    """How a game puts its moves in order."""

    mark: Callable[[O], tuple[str, ...]]
    """What sets a move that people mean apart from others of its kind."""
    mark_of_rarer: Callable[[O], tuple[str, ...]]
    mark_of_collected: Callable[[O], tuple[str, ...]]
    rank: Callable[[Batch[O]], Any]
    """A key for batches."""
    place: Callable[[O], Any]
    """A key for the moves of a batch; those that stand equal keep the order of the legal list."""


def arranged(
    options: Collection[O], meant: Collection[O], collects: Collection[str], by: Ordering[O]
) -> ArrangedMoves[O]:
    """Return the legal moves in reading order.

    `meant` are those that people mean; variants of the kinds in `collects` have their own page.
    """
    placed = list(enumerate(options, 1))
    first = [entry for entry in placed if entry[1] in meant]
    rest = [entry for entry in placed if entry[1] not in meant]
    rarer = [entry for entry in rest if entry[1].verb not in collects]
    collected = [entry for entry in rest if entry[1].verb in collects]
    return ArrangedMoves(
        meant=_batches(first, by.mark, by),
        rarer=_batches(rarer, by.mark_of_rarer, by),
        collected=_batches(collected, by.mark_of_collected, by),
    )


def _batches(
    entries: Iterable[tuple[int, O]], mark_of: Callable[[O], tuple[str, ...]], by: Ordering[O]
) -> tuple[Batch[O], ...]:
    batches: dict[tuple[str, tuple[str, ...]], list[tuple[int, O]]] = {}
    for entry in entries:
        batches.setdefault((entry[1].verb, mark_of(entry[1])), []).append(entry)
    found = (
        Batch(kind, mark, tuple(sorted(moves, key=lambda move: by.place(move[1]))))
        for (kind, mark), moves in batches.items()
    )
    return tuple(sorted(found, key=by.rank))


def place_of_card(slot: str) -> tuple[int, str]:
    """Return a key that puts level 3 first, each deck behind its level, the reserve last."""
    if slot in DECK_ROWS:
        return -int(slot[-1]), slot
    return (0 if slot.startswith("r") else -int(slot[0])), slot


def with_least_gold(buys: Iterable[O], what: Callable[[O], Hashable]) -> Iterable[O]:
    """Return the purchases with no needless gold: one of each that `what` tells apart."""
    least: dict[Hashable, O] = {}
    for buy in buys:
        known = least.setdefault(what(buy), buy)
        if len(buy.colours) < len(known.colours):
            least[what(buy)] = buy
    return least.values()


def keeping_the_rarest(discards: Collection[O], rare: Collection[str]) -> Iterable[O]:
    """Return the discards that give away the fewest of what is hardest to get."""
    given = {discard: sum(colour in rare for colour in discard.colours) for discard in discards}
    least = min(given.values(), default=0)
    return [discard for discard, number in given.items() if number == least]
