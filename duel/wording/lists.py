"""The legal moves in groups: first what people mean, then the rest.

Every legal move is in exactly one place. Its printed number is its place in reading order: from 1
through what people mean, on through the rest, and on through payments that are collected. That
order follows from the legal list and the view alone, in every language (`in_reading_order`), so a
number that somebody sends back can be understood without the letter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext

from duel.wording.meant import what_people_mean
from duel.wording.moves import named_card, phrase, short_phrase, turns_up
from duel.wording.seen import Seen, View
from engine.duel.options import Option, option_of
from engine.duel.reserving import DECK_ROWS

COLLECT_ABOVE = 250
"""Legal moves; in a longer list, payments with needless gold share one entry per card."""


@dataclass(frozen=True)
class MoveItem:
    """One legal move."""

    number: int
    """What is printed beside it: its place in reading order, from 1."""
    place: int
    """Its place in the sorted legal list, from 1: what its link names."""
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
_Placed = tuple[int, Option]
_Arranged = list[tuple[str, str, list[_Placed]]]
"""Kind, what sets its groups apart (a cell, a card) and the moves, all in reading order."""

_FIRST = ("buy", "take", "reserve", "replenish", "use", "token", "steal", "royal", "discard")
_RARER = ("buy", "take", "reserve", "discard")


def _titles() -> dict[str, str]:
    """Return the titles of what people mean."""
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
    """Return the titles of the rest."""
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
    first, rest, collected = _arranged(legal, seen)
    numbers = count(1)
    return (
        _worded(first, seen, _titles(), numbers),
        _worded(rest, seen, _rarer_titles(), numbers),
        tuple(
            CollectedPayments(
                slot=seen.slots[card],
                card=card,
                words=gettext("other payments for %(card)s") % {"card": named_card(card, seen)},
                items=_items(payments, seen, numbers),
            )
            for _, card, payments in collected
        ),
    )


def in_reading_order(legal: Sequence[str], view: View) -> list[str]:
    """Return the moves of whoever is to move as they are printed, the one with number 1 first."""
    parts = _arranged(legal, Seen(view, view["to_move"], ("", "")))
    return [option.move for part in parts for *_, group in part for _, option in group]


def _arranged(legal: Sequence[str], seen: Seen) -> tuple[_Arranged, _Arranged, _Arranged]:
    """Return what people mean, the rest, and the payments that a very long list collects."""
    placed = [(place, option_of(move)) for place, move in enumerate(legal, 1)]
    meant = what_people_mean([option for _, option in placed])
    first = [entry for entry in placed if entry[1] in meant]
    rest = [entry for entry in placed if entry[1] not in meant]
    collected: list[_Placed] = []
    if len(legal) > COLLECT_ABOVE:
        collected = [entry for entry in rest if entry[1].verb == "buy"]
        rest = [entry for entry in rest if entry[1].verb != "buy"]
    return (
        _grouped(first, seen, _FIRST),
        _grouped(rest, seen, _RARER),
        _by_card(collected, seen),
    )


def _grouped(entries: Sequence[_Placed], seen: Seen, order: Sequence[str]) -> _Arranged:
    """Return the moves by kind, in this order of kinds; reserves also by gold cell."""
    groups: dict[tuple[int, str], list[_Placed]] = {}
    for entry in entries:
        option = entry[1]
        cell = option.cells[0] if option.verb == "reserve" else ""
        groups.setdefault((order.index(option.verb), cell), []).append(entry)
    return [(order[key[0]], key[1], _sorted(groups[key], seen)) for key in sorted(groups)]


def _by_card(entries: Iterable[_Placed], seen: Seen) -> _Arranged:
    cards: dict[str, list[_Placed]] = {}
    for entry in entries:
        cards.setdefault(str(entry[1].card), []).append(entry)
    in_order = sorted(cards, key=lambda card: _place_of_card(seen.slots[card]))
    return [("buy", card, _sorted(cards[card], seen)) for card in in_order]


def _sorted(entries: Iterable[_Placed], seen: Seen) -> list[_Placed]:
    return sorted(entries, key=lambda entry: _place(entry[1], seen))


def _worded(
    arranged: _Arranged, seen: Seen, titles: Mapping[str, str], numbers: Iterator[int]
) -> Groups:
    return tuple(
        MoveGroup(kind, titles[kind] % {"cell": cell}, _items(group, seen, numbers))
        for kind, cell, group in arranged
    )


def _items(entries: Iterable[_Placed], seen: Seen, numbers: Iterator[int]) -> tuple[MoveItem, ...]:
    return tuple(
        MoveItem(
            number=next(numbers),
            place=place,
            move=option.move,
            short=short_phrase(option, seen),
            words=phrase(option, seen),
            final=turns_up(option, seen) is not None,
        )
        for place, option in entries
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
