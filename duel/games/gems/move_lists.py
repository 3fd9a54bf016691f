"""The legal moves in reading order and in groups, each with its words and its number.

First stands what people mean, then the rest; every legal move is in exactly one place. The order
follows from the legal list and the view alone, in every language, so a number that somebody sends
back can be understood without the letter. Tokens to give back are counted, colour by colour.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic

from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import Counters, Groups, MoveGroup, MoveItem, MoveLists, TokenCounter, View
from duel.games.gems.offer import P, SeatCards, V
from duel.games.gems.vocabulary import COLOURS, GOLD, colour_word
from engine.gems.pieces import DECK_ROWS, TOKEN_LIMIT
from engine.reading import O, Option
from engine.turn import Win


def payment(option: Option, side: SeatCards[P]) -> Counter[str]:
    """Return the tokens that a purchase costs, gold included."""
    gold = Counter(option.colours)
    covered = Counter({colour: side.mine.gold_worth * number for colour, number in gold.items()})
    price = side.mine.price(str(option.card)) - covered
    return price + Counter({GOLD: len(option.colours)})


def what_turns_up(card: str, level: int, side: SeatCards[P]) -> str | None:
    """Return what a move turns up: a `card` (id or deck), one's `own`, a `hidden` one, or None."""
    if card in DECK_ROWS:
        return "own"
    if side.slots[card].startswith("r"):
        return "hidden" if side.is_hidden(card) else None
    return "card" if side.deck_size(level) else None


def pays_for(gain: Counter[str], side: SeatCards[P]) -> list[str]:
    """Return the slots of the cards that can be paid with what is taken, and not without."""
    return [slot for card, slot in side.slots.items() if side.mine.comes_to_afford(card, gain)]


def card_with_price(card: str, price: str) -> str:
    """Return a card with its price, as it stands in a list of purchases."""
    words = {"card": card, "price": price}
    if price:
        return gettext("%(card)s for %(price)s") % words
    return gettext("%(card)s for nothing") % words


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


def arrange_moves(
    options: Collection[O], meant: Collection[O], collects: Collection[str], by: Ordering[O]
) -> ArrangedMoves[O]:
    """Return the legal moves in reading order; variants of the kinds in `collects` have a page."""
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


def purchases_with_least_gold(buys: Iterable[O], what: Callable[[O], Hashable]) -> Iterable[O]:
    """Return the purchases with no needless gold: one of each that `what` tells apart."""
    least: dict[Hashable, O] = {}
    for buy in buys:
        known = least.setdefault(what(buy), buy)
        if len(buy.colours) < len(known.colours):
            least[what(buy)] = buy
    return least.values()


def discards_keeping_the_rarest(discards: Collection[O], rare: Collection[str]) -> Iterable[O]:
    """Return the discards that give away the fewest of what is hardest to get."""
    given = {discard: sum(colour in rare for colour in discard.colours) for discard in discards}
    least = min(given.values(), default=0)
    return [discard for discard, number in given.items() if number == least]


@dataclass(frozen=True)
class MovePhrases(Generic[O, V]):
    """How a game says a move to the seat that may make it."""

    phrase: Callable[[O, V], str]
    """A phrase that can stand alone."""
    short: Callable[[O, V, bool], str]
    """The move under the title of its group; cards in full where the list is far from them."""
    briefs: Callable[[O, V], tuple[str, ...]]
    """A move that people mean in fewer and fewer words."""
    brief_variants: Callable[[O, V], tuple[str, ...]]
    """A rarer move in fewer words."""
    turns_up: Callable[[O, V], str | None]
    """What the move turns up; None if nothing, so that it can be taken back."""

    def is_final(self, option: O, side: V) -> bool:
        """Return whether the move turns something up."""
        return self.turns_up(option, side) is not None


class Wording(ABC, Generic[O, V]):
    """The titles of groups of moves, and what takes are good for, said to one seat."""

    def __init__(self, side: V) -> None:
        self._side = side

    @abstractmethod
    def title(self, batch: Batch[O]) -> str:
        """Return the title of moves that people mean."""

    @abstractmethod
    def rarer_title(self, batch: Batch[O]) -> str:
        """Return the title of variants."""

    @abstractmethod
    def collected_title(self, batch: Batch[O]) -> str:
        """Return the title of variants on a page of their own."""

    @abstractmethod
    def good_for(self, option: O) -> str:
        """Return what a move is enough for; else nothing."""

    @abstractmethod
    def left_out(self, collected: Groups) -> str:
        """Return what is left to a page of its own; nothing if that is empty."""


def build_move_lists(
    arranged: ArrangedMoves[O],
    side: V,
    phrases: MovePhrases[O, V],
    wording: Wording[O, V],
    wins: Mapping[str, Win],
    *,
    in_full: bool,
) -> MoveLists:
    """Return the moves of a seat in groups; `wins` are those that win the game."""
    # Cards are named in brief, or `in_full` where the lists stand far from the cards.
    numbers = count(1)

    def items(batch: Batch[O], briefs: Callable[[O, V], tuple[str, ...]]) -> Iterator[MoveItem]:
        for place, option in batch.moves:
            yield MoveItem(
                number=next(numbers),
                place=place,
                move=option.move,
                short=phrases.short(option, side, in_full),
                briefs=briefs(option, side),
                words=phrases.phrase(option, side),
                final=phrases.is_final(option, side),
                wins=win_words(wins.get(option.move)),
                wins_in_brief=_victory_in_brief(wins.get(option.move)),
                good_for=wording.good_for(option),
            )

    def worded(
        batches: Sequence[Batch[O]],
        title: Callable[[Batch[O]], str],
        briefs: Callable[[O, V], tuple[str, ...]] = phrases.brief_variants,
        *,
        is_meant: bool = False,
    ) -> Groups:
        return tuple(
            MoveGroup(
                batch.kind,
                title(batch),
                tuple(items(batch, briefs)),
                goes_on=is_meant and batch.kind == kind_before == "buy",
            )
            for kind_before, batch in zip(("", *(b.kind for b in batches)), batches, strict=False)
        )

    meant = worded(arranged.meant, wording.title, phrases.briefs, is_meant=True)
    rarer = worded(arranged.rarer, wording.rarer_title)
    collected = worded(arranged.collected, wording.collected_title)
    return MoveLists(meant, rarer, collected, wording.left_out(collected))


def aim(slots: Sequence[str]) -> str:
    """Return for which cards a take is enough; nothing without any."""
    return gettext("for %(cards)s") % {"cards": ", ".join(slots)} if slots else ""


def win_words(win: Win | None) -> str:
    """Return that a move wins the game, or can win it; else nothing."""
    if win is Win.SURELY:
        return gettext("wins the game")
    return gettext("can win the game") if win is Win.BY_CHOICE else ""


def _victory_in_brief(win: Win | None) -> str:
    if win is Win.SURELY:
        return pgettext("a move", "wins")
    return pgettext("a move", "can win") if win is Win.BY_CHOICE else ""


def counters_of(view: View, seat: int, chosen: Mapping[str, int] | None = None) -> Counters | None:
    """Return the seat's tokens by colour while it has to give some back, and its choice."""
    if view["phase"] != "discard" or view["to_move"] != seat:
        return None
    tokens, chosen = view["players"][seat]["tokens"], chosen or {}
    returned = [colour for colour in COLOURS for _ in range(chosen.get(colour, 0))]
    return Counters(
        counters=tuple(
            TokenCounter(colour, colour_word(colour), owned, chosen.get(colour, 0))
            for colour, owned in tokens.items()
            if owned
        ),
        move=" ".join(["discard", *returned]),
        wrong=_wrong_number(tokens, chosen),
    )


def _wrong_number(tokens: Mapping[str, int], chosen: Mapping[str, int]) -> str:
    """Return how many tokens were chosen, and how many must go."""
    if any(number > tokens.get(colour, 0) for colour, number in chosen.items()):
        return gettext("You do not have so many tokens of that colour.")
    numbers = {"chosen": sum(chosen.values()), "count": sum(tokens.values()) - TOKEN_LIMIT}
    return (
        ngettext(
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            numbers["count"],
        )
        % numbers
    )
