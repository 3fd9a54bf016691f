"""The order in which the legal moves are read: first what people mean, then the rest."""

from collections import Counter
from collections.abc import Sequence

from duel.games.gems.moves.order import (
    COLLECT_ABOVE,
    ArrangedMoves,
    Batch,
    Ordering,
    arranged,
    keeping_the_rarest,
    place_of_card,
    with_least_gold,
)
from duel.games.gems.moves.purchases import pays_for
from duel.games.gems.vocabulary import COLOURS, GOLD
from duel.games.splendor.position.seat_view import SeatView
from engine.gems.pieces import DECK_ROWS
from engine.splendor.moves import Option, option_of

PAYS = "pays"
"""The mark of takes that are enough for another card."""

_KINDS = ("buy", "take", "reserve", "pass", "extra", "keep", "discard", "noble", "post")
_WITH_VARIANTS = frozenset({"buy", "discard"})


def arrange(legal: Sequence[str], seen: SeatView) -> ArrangedMoves[Option]:
    """Return the legal moves of the seat in reading order."""
    options = [option_of(move) for move in legal]
    collects = {"buy"} if len(legal) > COLLECT_ABOVE else set()
    by = Ordering[Option](
        mark=lambda option: (PAYS,) if pays_with(option, seen) else (),
        mark_of_rarer=lambda option: (),
        mark_of_collected=lambda option: (str(option.card),),
        rank=lambda batch: _rank(batch, seen),
        place=lambda option: _place(option, seen),
    )
    return arranged(options, _meant(options), collects, by)


def pays_with(option: Option, seen: SeatView) -> list[str]:
    """Return the slots of the cards that can be paid with what a take brings, and not without."""
    return pays_for(Counter(option.colours), seen) if option.verb == "take" else []


def _meant(options: Sequence[Option]) -> set[Option]:
    """Return the plainest moves; each of the others is a variant of one of them."""
    return {
        *with_least_gold((o for o in options if o.verb == "buy"), lambda buy: buy.card),
        *keeping_the_rarest([o for o in options if o.verb == "discard"], (GOLD,)),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


def _rank(batch: Batch[Option], seen: SeatView) -> tuple[int, bool, list[tuple[int, str]]]:
    """Return a key for batches: by kind; takes that pay for something first."""
    kind = _KINDS.index(batch.kind)
    if batch.kind == "buy":
        return kind, False, [place_of_card(seen.slots[card]) for card in batch.mark]
    return kind, batch.kind == "take" and not batch.mark, []


def _place(option: Option, seen: SeatView) -> tuple[int, str]:
    """Return where a move stands in its batch: cards as they lie, pairs after three colours.

    Moves that stand equal keep the order of the legal list.
    """
    if option.verb not in ("buy", "reserve"):
        is_pair = option.verb == "take" and len(set(option.colours)) < len(option.colours)
        return int(is_pair), "".join(str(COLOURS.index(colour)) for colour in option.colours)
    card = str(option.card)
    return place_of_card(card if card in DECK_ROWS else seen.slots[card])
