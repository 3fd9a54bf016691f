"""The order in which the legal moves are read: first what people mean, then the rest.

Every legal move is in exactly one place. The order follows from the legal list and the view alone,
in every language, so a number that somebody sends back can be understood without the letter.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from duel.games.base import View
from duel.games.duel.moves.meant import what_people_mean
from duel.games.duel.moves.phrases import gives_a_privilege, pays_for
from duel.games.duel.position.seen import Seen
from engine.duel.options import Option, option_of
from engine.gems.market import DECK_ROWS

COLLECT_ABOVE = 250
"""Legal moves; in a longer list, payments with needless gold are collected by card."""

Placed = tuple[int, Option]
"""A move with its place in the sorted legal list, from 1."""

PRIVILEGE = "privilege"
PAYS = "pays"


@dataclass(frozen=True)
class Batch:
    """Moves of one kind that stand together."""

    kind: str
    """The canonical verb."""
    mark: tuple[str, ...]
    """What sets them apart from others of the kind.

    The cell of the gold; the card of which there are several purchases; `privilege` if the move
    brings the opponent one; `pays` if a take is enough for another card.
    """
    moves: tuple[Placed, ...]


@dataclass(frozen=True)
class Arranged:
    """All legal moves in reading order."""

    meant: tuple[Batch, ...]
    rarer: tuple[Batch, ...]
    """Variants of what people mean."""
    collected: tuple[Batch, ...]
    """Variants for a page of their own: another gold, payments in a very long list."""


_KINDS = ("buy", "take", "reserve", "replenish", "use", "token", "steal", "royal", "discard")


def in_reading_order(legal: Sequence[str], view: View) -> list[str]:
    """Return the moves of whoever is to move as they are printed, the one with number 1 first."""
    arranged = arrange(legal, Seen(view, view["to_move"], ("", "")))
    batches = (*arranged.meant, *arranged.rarer, *arranged.collected)
    return [option.move for batch in batches for _, option in batch.moves]


def arrange(legal: Sequence[str], seen: Seen) -> Arranged:
    """Return the legal moves of the seat in reading order."""
    placed = [(place, option_of(move)) for place, move in enumerate(legal, 1)]
    meant = what_people_mean([option for _, option in placed])
    collects = {"reserve", "buy"} if len(legal) > COLLECT_ABOVE else {"reserve"}
    first = [entry for entry in placed if entry[1] in meant]
    rest = [entry for entry in placed if entry[1] not in meant]
    rarer = [entry for entry in rest if entry[1].verb not in collects]
    collected = [entry for entry in rest if entry[1].verb in collects]
    return Arranged(
        meant=_batches(first, seen, _mark),
        rarer=_batches(rarer, seen, _mark_of_rarer),
        collected=_batches(collected, seen, _mark_of_collected),
    )


_Mark = Callable[[Option, Seen], tuple[str, ...]]


def _batches(entries: Iterable[Placed], seen: Seen, mark_of: _Mark) -> tuple[Batch, ...]:
    batches: dict[tuple[str, tuple[str, ...]], list[Placed]] = {}
    for entry in entries:
        batches.setdefault((entry[1].verb, mark_of(entry[1], seen)), []).append(entry)
    found = (
        Batch(kind, mark, tuple(sorted(moves, key=lambda move: _place(move[1], seen))))
        for (kind, mark), moves in batches.items()
    )
    return tuple(sorted(found, key=lambda batch: _rank(batch, seen)))


def _mark(option: Option, seen: Seen) -> tuple[str, ...]:
    """Return what sets a move that people mean apart: also what a take is good for."""
    if option.verb == "reserve":
        return option.cells
    mark = _mark_of_rarer(option, seen)
    return (PAYS,) if option.verb == "take" and not mark and pays_for(option, seen) else mark


def _mark_of_rarer(option: Option, seen: Seen) -> tuple[str, ...]:
    """Return which wild card a move buys, or that it brings the opponent a privilege."""
    if option.wild:
        return (str(option.card),)
    return (PRIVILEGE,) if gives_a_privilege(option, seen) else ()


def _mark_of_collected(option: Option, seen: Seen) -> tuple[str, ...]:
    return option.cells if option.verb == "reserve" else (str(option.card),)


def _rank(batch: Batch, seen: Seen) -> tuple[int, int, list[tuple[int, str]]]:
    """Return a key for batches: by kind; takes that pay for something first, gifts last."""
    kind = _KINDS.index(batch.kind)
    match batch.kind:
        case "take":
            return kind, ((PAYS,), (), (PRIVILEGE,)).index(batch.mark), []
        case "buy":
            return kind, 0, [_place_of_card(seen.slots[card]) for card in batch.mark]
    return kind, 0, [(0, cell) for cell in batch.mark]


def _place(option: Option, seen: Seen) -> tuple[int, str]:
    """Return where a move stands in its batch: cards as they lie, long lines before short ones.

    Moves that stand equal keep the order of the legal list.
    """
    card = option.card
    if option.verb == "take":
        return -len(option.cells), ""
    if card is None or option.verb == "royal":
        return 0, ""
    return _place_of_card(card if card in DECK_ROWS else seen.slots[card])


def _place_of_card(slot: str) -> tuple[int, str]:
    """Return a key that puts level 3 first, each deck behind its level, the reserve last."""
    if slot in DECK_ROWS:
        return -int(slot[-1]), slot
    return (0 if slot.startswith("r") else -int(slot[0])), slot
