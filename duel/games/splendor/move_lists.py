"""The legal moves: which people mean, in which order they are read, in which groups they stand."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from duel.games.base import Groups, MoveLists
from duel.games.gems.move_lists import (
    COLLECT_ABOVE,
    ArrangedMoves,
    Batch,
    Ordering,
    Wording,
    aim,
    arrange_moves,
    build_move_lists,
    discards_keeping_the_rarest,
    pays_for,
    place_of_card,
    purchases_with_least_gold,
)
from duel.games.gems.vocabulary import COLOURS, GOLD
from duel.games.splendor.phrases import (
    PHRASES,
    named_card,
)
from duel.games.splendor.seat_view import SeatView
from engine.gems.pieces import DECK_ROWS
from engine.splendor.moves import Option, option_of
from engine.turn import Win

PAYS = "pays"
"""The mark of takes that are enough for another card."""

_KINDS = ("buy", "take", "reserve", "pass", "extra", "keep", "discard", "noble", "post")
_WITH_VARIANTS = frozenset({"buy", "discard"})


def arrange(legal: Sequence[str], side: SeatView) -> ArrangedMoves[Option]:
    """Return the legal moves of the seat in reading order."""
    options = [option_of(move) for move in legal]
    collects = {"buy"} if len(legal) > COLLECT_ABOVE else set()
    by = Ordering[Option](
        mark=lambda option: (PAYS,) if pays_with(option, side) else (),
        mark_of_rarer=lambda option: (),
        mark_of_collected=lambda option: (str(option.card),),
        rank=lambda batch: _rank(batch, side),
        place=lambda option: _place(option, side),
    )
    return arrange_moves(options, _meant(options), collects, by)


def pays_with(option: Option, side: SeatView) -> list[str]:
    """Return the slots of the cards that can be paid with what a take brings, and not without."""
    return pays_for(Counter(option.colours), side) if option.verb == "take" else []


def _meant(options: Sequence[Option]) -> set[Option]:
    """Return the plainest moves; each of the others is a variant of one of them."""
    return {
        *purchases_with_least_gold((o for o in options if o.verb == "buy"), lambda buy: buy.card),
        *discards_keeping_the_rarest([o for o in options if o.verb == "discard"], (GOLD,)),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


def _rank(batch: Batch[Option], side: SeatView) -> tuple[int, bool, list[tuple[int, str]]]:
    """Return a key for batches: by kind; takes that pay for something first."""
    kind = _KINDS.index(batch.kind)
    if batch.kind == "buy":
        return kind, False, [place_of_card(side.slots[card]) for card in batch.mark]
    return kind, batch.kind == "take" and not batch.mark, []


def _place(option: Option, side: SeatView) -> tuple[int, str]:
    """Return where a move stands in its batch: cards as they lie, pairs after three colours."""
    # Moves that stand equal keep the order of the legal list.
    if option.verb not in ("buy", "reserve"):
        is_pair = option.verb == "take" and len(set(option.colours)) < len(option.colours)
        return int(is_pair), "".join(str(COLOURS.index(colour)) for colour in option.colours)
    card = str(option.card)
    return place_of_card(card if card in DECK_ROWS else side.slots[card])


def move_lists(
    legal: Sequence[str], side: SeatView, wins: Mapping[str, Win], *, in_full: bool = False
) -> MoveLists:
    """Return the legal moves of the seat in groups; `wins` are those that win the game."""
    arranged = arrange(legal, side)
    return build_move_lists(arranged, side, PHRASES, _Wording(side), wins, in_full=in_full)


class _Wording(Wording[Option, SeatView]):
    """The titles in this game."""

    def title(self, batch: Batch[Option]) -> str:
        if batch.kind == "take" and batch.mark:
            return gettext("Take, and have enough for another card")
        return _titles(self._side)[batch.kind]

    def rarer_title(self, batch: Batch[Option]) -> str:
        if batch.kind == "buy":
            return gettext("Buy with more gold")
        return gettext("Return gold to the bank")

    def collected_title(self, batch: Batch[Option]) -> str:
        card = named_card(batch.mark[0], self._side)
        return gettext("Other payments for %(card)s") % {"card": card}

    def good_for(self, option: Option) -> str:
        return aim(pays_with(option, self._side))

    def left_out(self, collected: Groups) -> str:
        return gettext("Pay with more gold than is needed") if collected else ""


def _titles(side: SeatView) -> dict[str, str]:
    has_gold = side.view["bank"]["gold"] > 0
    return {
        "buy": gettext("Buy"),
        "take": gettext("Take"),
        "reserve": gettext("Reserve, and take a gold") if has_gold else gettext("Reserve"),
        "pass": gettext("Pass"),
        "extra": gettext("Take one more token"),
        "keep": gettext("Keep one of the two cards"),
        "discard": gettext("Return to the bank"),
        "noble": gettext("Choose a noble, for these cards"),
        "post": gettext("Choose a trading post"),
    }
