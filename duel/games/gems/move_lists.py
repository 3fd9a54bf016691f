"""The legal moves in reading order and in groups, each with its words and its number.

First stands what people mean, then the rest; every legal move is in exactly one place. The order
follows from the legal list and the view alone, in every language, so a number that somebody sends
back can be understood without the letter. Tokens to give back are counted, colour by colour.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, Protocol

from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import Counters, Groups, MoveGroup, MoveItem, MoveLists, TokenCounter, View
from duel.games.gems.offer import P, SeatCards
from duel.games.gems.vocabulary import COLOURS, GOLD, colour_word
from engine.gems.pieces import DECK_ROWS, TOKEN_LIMIT
from engine.reading import O, Option
from engine.turn import Win


def payment(option: Option, seen: SeatCards[P]) -> Counter[str]:
    """Return the tokens that a purchase costs, gold included."""
    gold = Counter(option.colours)
    covered = Counter({colour: seen.mine.gold_worth * number for colour, number in gold.items()})
    price = seen.mine.price(str(option.card)) - covered
    return price + Counter({GOLD: len(option.colours)})


def what_turns_up(card: str, level: int, seen: SeatCards[P]) -> str | None:
    """Return what a purchase or reserve turns up: a `card`, one's `own`, a `hidden` one, or None.

    `card` is its id or a deck.
    """
    if card in DECK_ROWS:
        return "own"
    if seen.slots[card].startswith("r"):
        return "hidden" if seen.is_hidden(card) else None
    return "card" if seen.deck_size(level) else None


def pays_for(gain: Counter[str], seen: SeatCards[P]) -> list[str]:
    """Return the slots of the cards that can be paid with what is taken, and not without."""
    return [slot for card, slot in seen.slots.items() if seen.mine.comes_to_afford(card, gain)]


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


class Wording(Protocol[O]):
    """How a game says its moves and the titles of their groups."""

    def title(self, batch: Batch[O]) -> str:
        """Return the title of moves that people mean."""

    def rarer_title(self, batch: Batch[O]) -> str:
        """Return the title of variants."""

    def collected_title(self, batch: Batch[O]) -> str:
        """Return the title of variants on a page of their own."""

    def short(self, option: O) -> str:
        """Return a move as it stands under the title of its group."""

    def phrase(self, option: O) -> str:
        """Return a move as a phrase that can stand alone."""

    def briefs(self, option: O) -> tuple[str, ...]:
        """Return a move that people mean in fewer and fewer words."""

    def brief_variants(self, option: O) -> tuple[str, ...]:
        """Return a rarer move in fewer words."""

    def is_final(self, option: O) -> bool:
        """Return whether a move turns something up."""

    def good_for(self, option: O) -> str:
        """Return what a move is enough for; else nothing."""

    def left_out(self, collected: Groups) -> str:
        """Return what is left to a page of its own; nothing if that is empty."""


def build_move_lists(
    arrange_moves: ArrangedMoves[O], wording: Wording[O], wins: Mapping[str, Win]
) -> MoveLists:
    """Return the moves of a seat in groups; `wins` are those that win the game."""
    numbers = count(1)

    def worded(
        batches: Sequence[Batch[O]],
        title: Callable[[Batch[O]], str],
        briefs: Callable[[O], tuple[str, ...]],
        *,
        is_meant: bool = False,
    ) -> Groups:
        return tuple(
            MoveGroup(
                batch.kind,
                title(batch),
                tuple(_items(batch, wording, wins, numbers, briefs)),
                goes_on=is_meant and batch.kind == kind_before == "buy",
            )
            for kind_before, batch in zip(("", *(b.kind for b in batches)), batches, strict=False)
        )

    meant = worded(arrange_moves.meant, wording.title, wording.briefs, is_meant=True)
    rarer = worded(arrange_moves.rarer, wording.rarer_title, wording.brief_variants)
    collected = worded(arrange_moves.collected, wording.collected_title, wording.brief_variants)
    return MoveLists(meant, rarer, collected, wording.left_out(collected))


def _items(
    batch: Batch[O],
    wording: Wording[O],
    wins: Mapping[str, Win],
    numbers: Iterator[int],
    briefs: Callable[[O], tuple[str, ...]],
) -> Iterator[MoveItem]:
    for place, option in batch.moves:
        yield MoveItem(
            number=next(numbers),
            place=place,
            move=option.move,
            short=wording.short(option),
            briefs=briefs(option),
            words=wording.phrase(option),
            final=wording.is_final(option),
            wins=win_words(wins.get(option.move)),
            wins_in_brief=_victory_in_brief(wins.get(option.move)),
            good_for=wording.good_for(option),
        )


def aim(slots: Sequence[str]) -> str:
    """Return for which cards a take is enough; nothing if there is none."""
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
