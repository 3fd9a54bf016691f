"""The legal moves in groups, each with its words and its number.

A printed number is the move's place in reading order (`order.py`): from 1 through what people mean,
on through the rest, and on through what is collected on a page of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count

from django.utils.translation import gettext, pgettext

from duel.games.base import Groups, MoveGroup, MoveItem, MoveLists
from duel.games.duel.moves.briefs import brief_phrases, brief_variants
from duel.games.duel.moves.order import PAYS, PRIVILEGE, Batch, Placed, arrange
from duel.games.duel.moves.phrases import named_card, pays_for, phrase, short_phrase, turns_up
from duel.games.duel.position.seen import Seen
from engine.duel.options import Option
from engine.winning import Win

_TitleOf = Callable[[Batch, Seen], str]
_BriefOf = Callable[[Option, Seen], tuple[str, ...]]


def move_lists(
    legal: Sequence[str], seen: Seen, wins: Mapping[str, Win], *, in_full: bool = False
) -> MoveLists:
    """Return the legal moves of the seat in groups; `wins` are those that win the game.

    Cards are named in brief, or `in_full` where the lists stand far from the cards.
    """
    arranged = arrange(legal, seen)
    numbers = count(1)

    def worded(batches: Sequence[Batch], title: _TitleOf, brief: _BriefOf) -> Groups:
        return tuple(
            MoveGroup(
                batch.kind,
                title(batch, seen),
                tuple(_items(batch.moves, seen, wins, numbers, brief, in_full=in_full)),
                goes_on=batch.kind == kind_before == "buy" and brief is brief_phrases,
            )
            for kind_before, batch in zip(("", *(b.kind for b in batches)), batches, strict=False)
        )

    meant = worded(arranged.meant, _title, brief_phrases)
    rarer = worded(arranged.rarer, _rarer_title, brief_variants)
    collected = worded(arranged.collected, _collected_title, brief_variants)
    return MoveLists(meant, rarer, collected, _left_out(collected))


def _left_out(collected: Groups) -> str:
    """Return what is left to a page of its own; nothing if every move stands in the lists."""
    kinds = {group.kind for group in collected}
    if kinds == {"reserve", "buy"}:
        return gettext("Reserve with another gold, or pay with more gold than is needed")
    if kinds == {"reserve"}:
        return gettext("Reserve with another gold")
    return gettext("Pay with more gold than is needed") if kinds else ""


def _title(batch: Batch, seen: Seen) -> str:
    """Return the title of moves that people mean."""
    match batch.kind, batch.mark:
        case "buy", (card,):
            return gettext("Buy %(card)s") % {"card": named_card(card, seen)}
        case "take", (mark,) if mark == PRIVILEGE:
            return gettext("Take, and %(name)s takes a privilege") % {"name": seen.opponent}
        case "take", (mark,) if mark == PAYS:
            return gettext("Take, and have enough for another card")
        case "replenish", (mark,) if mark == PRIVILEGE:
            words = {"name": seen.opponent}
            return gettext("First replenish, and %(name)s takes a privilege; then go on") % words
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


def _rarer_title(batch: Batch, seen: Seen) -> str:
    """Return the title of variants."""
    if batch.mark:
        return _title(batch, seen)
    titles = {
        "buy": gettext("Buy with more gold"),
        "take": gettext("Take fewer tokens"),
        "discard": gettext("Return gold or pearls to the bag"),
    }
    return titles[batch.kind]


def _collected_title(batch: Batch, seen: Seen) -> str:
    """Return the title of variants on a page of their own."""
    if batch.kind == "reserve":
        return _title(batch, seen)
    return gettext("Other payments for %(card)s") % {"card": named_card(batch.mark[0], seen)}


def _items(
    entries: Iterable[Placed],
    seen: Seen,
    wins: Mapping[str, Win],
    numbers: Iterator[int],
    brief: _BriefOf,
    *,
    in_full: bool,
) -> Iterator[MoveItem]:
    for place, option in entries:
        yield MoveItem(
            number=next(numbers),
            place=place,
            move=option.move,
            short=short_phrase(option, seen, in_full=in_full),
            briefs=brief(option, seen),
            words=phrase(option, seen),
            final=turns_up(option, seen) is not None,
            wins=_victory(wins.get(option.move)),
            wins_in_brief=_victory_in_brief(wins.get(option.move)),
            good_for=_aim(option, seen),
        )


def _aim(option: Option, seen: Seen) -> str:
    cards = pays_for(option, seen) if option.verb == "take" else []
    return gettext("for %(cards)s") % {"cards": ", ".join(cards)} if cards else ""


def _victory(win: Win | None) -> str:
    if win is Win.SURELY:
        return gettext("wins the game")
    return gettext("can win the game") if win is Win.BY_CHOICE else ""


def _victory_in_brief(win: Win | None) -> str:
    if win is Win.SURELY:
        return pgettext("a move", "wins")
    return pgettext("a move", "can win") if win is Win.BY_CHOICE else ""
