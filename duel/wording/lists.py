"""The legal moves in groups: first what people mean, then the rest.

Every legal move is in exactly one place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from duel.wording.meant import what_people_mean
from duel.wording.moves import named_card, phrase, short_phrase, turns_up
from duel.wording.seen import Seen
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
    meant = what_people_mean([option for _, option in numbered])
    first = [entry for entry in numbered if entry[1] in meant]
    rest = [entry for entry in numbered if entry[1] not in meant]
    collected: tuple[CollectedPayments, ...] = ()
    if len(legal) > COLLECT_ABOVE:
        collected = _collected([entry for entry in rest if entry[1].verb == "buy"], seen)
        rest = [entry for entry in rest if entry[1].verb != "buy"]
    return _grouped(first, seen, _titles()), _grouped(rest, seen, _rarer_titles()), collected


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
