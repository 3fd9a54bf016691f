"""The order in which the legal moves are read: first what people mean, then the rest."""

from collections.abc import Sequence

from duel.games.base import View
from duel.games.duel.moves.meant_moves import what_people_mean
from duel.games.duel.moves.phrases import gives_a_privilege, pays_with
from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.moves.order import (
    COLLECT_ABOVE,
    ArrangedMoves,
    Batch,
    Ordering,
    arranged,
    place_of_card,
)
from engine.duel.moves import Option, option_of
from engine.gems.pieces import DECK_ROWS

PRIVILEGE = "privilege"
PAYS = "pays"
"""What sets moves of a kind apart, beside the cell of the gold and the card that is bought: it
brings the opponent a privilege, or a take is enough for another card."""

_KINDS = ("buy", "take", "reserve", "replenish", "use", "token", "steal", "royal", "discard")


def in_reading_order(legal: Sequence[str], view: View) -> list[str]:
    """Return the moves of whoever is to move as they are printed, the one with number 1 first."""
    return arrange(legal, SeatView(view, view["to_move"], ("", ""))).in_order()


def arrange(legal: Sequence[str], seen: SeatView) -> ArrangedMoves[Option]:
    """Return the legal moves of the seat in reading order."""
    options = [option_of(move) for move in legal]
    collects = {"reserve", "buy"} if len(legal) > COLLECT_ABOVE else {"reserve"}
    by = Ordering[Option](
        mark=lambda option: _mark(option, seen),
        mark_of_rarer=lambda option: _mark_of_rarer(option, seen),
        mark_of_collected=_mark_of_collected,
        rank=lambda batch: _rank(batch, seen),
        place=lambda option: _place(option, seen),
    )
    return arranged(options, what_people_mean(options), collects, by)


def _mark(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return what sets a move that people mean apart: also what a take is good for."""
    if option.verb == "reserve":
        return option.cells
    mark = _mark_of_rarer(option, seen)
    return (PAYS,) if option.verb == "take" and not mark and pays_with(option, seen) else mark


def _mark_of_rarer(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return which wild card a move buys, or that it brings the opponent a privilege."""
    if option.wild:
        return (str(option.card),)
    return (PRIVILEGE,) if gives_a_privilege(option, seen) else ()


def _mark_of_collected(option: Option) -> tuple[str, ...]:
    return option.cells if option.verb == "reserve" else (str(option.card),)


def _rank(batch: Batch[Option], seen: SeatView) -> tuple[int, int, list[tuple[int, str]]]:
    """Return a key for batches: by kind; takes that pay for something first, gifts last."""
    kind = _KINDS.index(batch.kind)
    match batch.kind:
        case "take":
            return kind, ((PAYS,), (), (PRIVILEGE,)).index(batch.mark), []
        case "buy":
            return kind, 0, [place_of_card(seen.slots[card]) for card in batch.mark]
    return kind, 0, [(0, cell) for cell in batch.mark]


def _place(option: Option, seen: SeatView) -> tuple[int, str]:
    """Return where a move stands in its batch: cards as they lie, long lines before short ones.

    Moves that stand equal keep the order of the legal list.
    """
    card = option.card
    if option.verb == "take":
        return -len(option.cells), ""
    if card is None or option.verb == "royal":
        return 0, ""
    return place_of_card(card if card in DECK_ROWS else seen.slots[card])
