"""The legal moves in groups: first what people mean, then the rest.

Every legal move is in exactly one place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from duel.wording.moves import named_card, phrase, short_phrase, turns_up
from duel.wording.seen import GOLD, PEARL, Seen
from engine.duel.options import Option, option_of
from engine.duel.reserving import DECK_ROWS

COLLECT_ABOVE = 250
"""Legal moves; in a longer list, payments with needless gold share one entry per card."""


@dataclass(frozen=True)
class MoveItem:
    """One legal move."""

    number: int
    """Its place in the sorted legal list, from 1."""
    move: str
    """The canonical text."""
    short: str
    """The words for it under the title of its group."""
    words: str
    """A phrase that can stand alone."""
    final: bool
    """It turns something up, so it cannot be taken back."""


@dataclass(frozen=True)
class MoveGroup:
    """Moves of one kind under one title."""

    kind: str
    """The canonical verb: buy, take, reserve, replenish, use, token, steal, royal or discard."""
    title: str
    items: tuple[MoveItem, ...]


@dataclass(frozen=True)
class CollectedPayments:
    """The other ways to pay for one card, with more gold than is needed."""

    slot: str
    card: str
    words: str
    items: tuple[MoveItem, ...]


Groups = tuple[MoveGroup, ...]
_Numbered = tuple[int, Option]


def _titles() -> dict[str, str]:
    """Return the titles of what people mean, in the order of the groups."""
    return {
        "buy": gettext("Buy"),
        "take": gettext("Take"),
        "reserve": gettext("Reserve, with the gold on %(cell)s"),
        "replenish": gettext("First replenish, then go on"),
        "use": gettext("First use a privilege, then go on"),
        "token": gettext("Take a token"),
        "steal": gettext("Steal"),
        "royal": gettext("Choose a royal"),
        "discard": gettext("Return to the bag"),
    }


def _rarer_titles() -> dict[str, str]:
    """Return the titles of the rest, in the order of the groups."""
    return {
        "buy": gettext("Buy with more gold"),
        "take": gettext("Take fewer tokens"),
        "reserve": gettext("Reserve, with the gold on %(cell)s"),
        "discard": gettext("Return gold or pearls to the bag"),
    }


def move_groups(
    legal: Sequence[str], seen: Seen
) -> tuple[Groups, Groups, tuple[CollectedPayments, ...]]:
    """Return the groups of what people mean, those of the rest, and collected payments."""
    numbered = [(number, option_of(move)) for number, move in enumerate(legal, 1)]
    meant = _meant([option for _, option in numbered])
    first = [entry for entry in numbered if entry[1] in meant]
    rest = [entry for entry in numbered if entry[1] not in meant]
    collected: tuple[CollectedPayments, ...] = ()
    if len(legal) > COLLECT_ABOVE:
        collected = _collected([entry for entry in rest if entry[1].verb == "buy"], seen)
        rest = [entry for entry in rest if entry[1].verb != "buy"]
    return _grouped(first, seen, _titles()), _grouped(rest, seen, _rarer_titles()), collected


def _meant(options: Sequence[Option]) -> set[Option]:
    """Return what people mean: the plainest moves, to which the others are variants."""
    return {
        *_with_least_gold(option for option in options if option.verb == "buy"),
        *_longest(option for option in options if option.verb == "take"),
        *_with_first_gold(option for option in options if option.verb == "reserve"),
        *_keeping_the_rarest([option for option in options if option.verb == "discard"]),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


_WITH_VARIANTS = frozenset({"buy", "take", "reserve", "discard"})


def _with_least_gold(buys: Iterable[Option]) -> Iterable[Option]:
    """Return the purchases with no needless gold: one per card, and per colour of a wild one."""
    least: dict[tuple[str | None, str | None], Option] = {}
    for buy in buys:
        known = least.setdefault((buy.card, buy.wild), buy)
        if len(buy.colours) < len(known.colours):
            least[buy.card, buy.wild] = buy
    return least.values()


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


def _keeping_the_rarest(discards: Sequence[Option]) -> Iterable[Option]:
    """Return the discards that give away the fewest of what is hardest to get: gold and pearls."""
    given = {d: sum(colour in (GOLD, PEARL) for colour in d.colours) for d in discards}
    least = min(given.values(), default=0)
    return [discard for discard, number in given.items() if number == least]


def _grouped(entries: Sequence[_Numbered], seen: Seen, titles: Mapping[str, str]) -> Groups:
    """Return the moves by kind in the order of the titles; reserves also by gold cell."""
    groups: dict[tuple[str, str], list[_Numbered]] = {}
    for number, option in entries:
        cell = option.cells[0] if option.verb == "reserve" else ""
        groups.setdefault((option.verb, cell), []).append((number, option))
    order = list(titles)
    return tuple(
        MoveGroup(kind, titles[kind] % {"cell": cell}, _items(group, seen))
        for (kind, cell), group in sorted(
            groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    )


def _items(entries: Iterable[_Numbered], seen: Seen) -> tuple[MoveItem, ...]:
    return tuple(
        MoveItem(
            number=number,
            move=option.move,
            short=short_phrase(option, seen),
            words=phrase(option, seen),
            final=turns_up(option, seen) is not None,
        )
        for number, option in sorted(entries, key=lambda entry: _place(entry[1], seen))
    )


def _place(option: Option, seen: Seen) -> tuple[int, str]:
    """Return where a move stands in its group: cards as they lie, long lines before short ones.

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


def _collected(entries: Iterable[_Numbered], seen: Seen) -> tuple[CollectedPayments, ...]:
    by_card: dict[str, list[_Numbered]] = {}
    for number, option in entries:
        by_card.setdefault(str(option.card), []).append((number, option))
    return tuple(
        CollectedPayments(
            slot=seen.slots[card],
            card=card,
            words=gettext("other payments for %(card)s") % {"card": named_card(card, seen)},
            items=_items(by_card[card], seen),
        )
        for card in sorted(by_card, key=lambda card: _place_of_card(seen.slots[card]))
    )
