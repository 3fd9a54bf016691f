"""The legal moves: which people mean, in which order they are read, in which groups they stand."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext

from duel.games.base import Groups, MoveLists
from duel.games.duel.phrases import (
    PHRASES,
    gives_a_privilege,
    named_card,
    pays_with,
)
from duel.games.duel.seat_view import PEARL, SeatView
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
    place_of_card,
    purchases_with_least_gold,
)
from duel.games.gems.vocabulary import GOLD
from engine.duel.moves import Option, option_of
from engine.gems.pieces import DECK_ROWS
from engine.turn import Win

_WITH_VARIANTS = frozenset({"buy", "take", "reserve", "discard"})


def what_people_mean(options: Sequence[Option]) -> set[Option]:
    """Return the plainest moves; each of the others is a variant of one of them."""
    return {
        *purchases_with_least_gold(
            (o for o in options if o.verb == "buy"), lambda buy: (buy.card, buy.wild)
        ),
        *_longest(option for option in options if option.verb == "take"),
        *_with_first_gold(option for option in options if option.verb == "reserve"),
        *discards_keeping_the_rarest([o for o in options if o.verb == "discard"], (GOLD, PEARL)),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


def _longest(takes: Iterable[Option]) -> Iterable[Option]:
    """Return the lines that are not part of a longer one."""
    lines = {frozenset(take.cells): take for take in takes}
    longer = [line for line in lines if len(line) > 1]
    return [take for line, take in lines.items() if not any(line < other for other in longer)]


def _with_first_gold(reserves: Iterable[Option]) -> Iterable[Option]:
    """Return one way to reserve each card: with the gold on the first cell by name."""
    first: dict[str | None, Option] = {}
    for reserve in reserves:
        known = first.setdefault(reserve.card, reserve)
        if reserve.cells < known.cells:
            first[reserve.card] = reserve
    return first.values()


PRIVILEGE = "privilege"
PAYS = "pays"
"""What sets moves of a kind apart, beside the cell of the gold and the card that is bought: it
brings the opponent a privilege, or a take is enough for another card."""

_KINDS = ("buy", "take", "reserve", "replenish", "use", "token", "steal", "royal", "discard")


def arrange(legal: Sequence[str], side: SeatView) -> ArrangedMoves[Option]:
    """Return the legal moves of the seat in reading order."""
    options = [option_of(move) for move in legal]
    collects = {"reserve", "buy"} if len(legal) > COLLECT_ABOVE else {"reserve"}
    by = Ordering[Option](
        mark=lambda option: _mark(option, side),
        mark_of_rarer=lambda option: _mark_of_rarer(option, side),
        mark_of_collected=_mark_of_collected,
        rank=lambda batch: _rank(batch, side),
        place=lambda option: _place(option, side),
    )
    return arrange_moves(options, what_people_mean(options), collects, by)


def _mark(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return what sets a move that people mean apart: also what a take is good for."""
    if option.verb == "reserve":
        return option.cells
    mark = _mark_of_rarer(option, side)
    return (PAYS,) if option.verb == "take" and not mark and pays_with(option, side) else mark


def _mark_of_rarer(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return which wild card a move buys, or that it brings the opponent a privilege."""
    if option.wild:
        return (str(option.card),)
    return (PRIVILEGE,) if gives_a_privilege(option, side) else ()


def _mark_of_collected(option: Option) -> tuple[str, ...]:
    return option.cells if option.verb == "reserve" else (str(option.card),)


def _rank(batch: Batch[Option], side: SeatView) -> tuple[int, int, list[tuple[int, str]]]:
    """Return a key for batches: by kind; takes that pay for something first, gifts last."""
    kind = _KINDS.index(batch.kind)
    match batch.kind:
        case "take":
            return kind, ((PAYS,), (), (PRIVILEGE,)).index(batch.mark), []
        case "buy":
            return kind, 0, [place_of_card(side.slots[card]) for card in batch.mark]
    return kind, 0, [(0, cell) for cell in batch.mark]


def _place(option: Option, side: SeatView) -> tuple[int, str]:
    """Return where a move stands in its batch: cards as they lie, long lines before short ones."""
    # Moves that stand equal keep the order of the legal list.
    card = option.card
    if option.verb == "take":
        return -len(option.cells), ""
    if card is None or option.verb == "royal":
        return 0, ""
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
        match batch.kind, batch.mark:
            case "buy", (card,):
                return gettext("Buy %(card)s") % {"card": named_card(card, self._side)}
            case "take", (mark,) if mark == PRIVILEGE:
                return gettext("Take, and %(name)s takes a privilege") % {
                    "name": self._side.opponent
                }
            case "take", (mark,) if mark == PAYS:
                return gettext("Take, and have enough for another card")
            case "replenish", (mark,) if mark == PRIVILEGE:
                words = {"name": self._side.opponent}
                return (
                    gettext("First replenish, and %(name)s takes a privilege; then go on") % words
                )
            case "reserve", (cell,):
                return gettext("Reserve, with the gold on %(cell)s") % {"cell": cell}
        titles = {
            "buy": gettext("Buy"),
            "take": gettext("Take"),
            "replenish": gettext("First replenish, then go on"),
            "use": gettext("First use a privilege, then go on"),
            "token": gettext("Take a token"),
            "steal": gettext("Steal"),
            "royal": gettext("Choose a royal"),
            "discard": gettext("Return to the bag"),
        }
        return titles[batch.kind]

    def rarer_title(self, batch: Batch[Option]) -> str:
        if batch.mark:
            return self.title(batch)
        titles = {
            "buy": gettext("Buy with more gold"),
            "take": gettext("Take fewer tokens"),
            "discard": gettext("Return gold or pearls to the bag"),
        }
        return titles[batch.kind]

    def collected_title(self, batch: Batch[Option]) -> str:
        if batch.kind == "reserve":
            return self.title(batch)
        return gettext("Other payments for %(card)s") % {
            "card": named_card(batch.mark[0], self._side)
        }

    def good_for(self, option: Option) -> str:
        return aim(pays_with(option, self._side)) if option.verb == "take" else ""

    def left_out(self, collected: Groups) -> str:
        kinds = {group.kind for group in collected}
        if kinds == {"reserve", "buy"}:
            return gettext("Reserve with another gold, or pay with more gold than is needed")
        if kinds == {"reserve"}:
            return gettext("Reserve with another gold")
        return gettext("Pay with more gold than is needed") if kinds else ""
