"""The legal moves in groups, each with its words and its number."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from duel.games.base import Groups, MoveLists
from duel.games.duel.moves.briefs import brief_phrases, brief_variants
from duel.games.duel.moves.order import PAYS, PRIVILEGE, arrange
from duel.games.duel.moves.phrases import named_card, pays_with, phrase, short_phrase, turns_up
from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.moves import lists
from duel.games.gems.moves.order import Batch
from engine.duel.moves import Option
from engine.turn import Win


def move_lists(
    legal: Sequence[str], seen: SeatView, wins: Mapping[str, Win], *, in_full: bool = False
) -> MoveLists:
    """Return the legal moves of the seat in groups; `wins` are those that win the game.

    Cards are named in brief, or `in_full` where the lists stand far from the cards.
    """
    return lists.move_lists(arrange(legal, seen), _Wording(seen, in_full=in_full), wins)


class _Wording:
    """How the moves are said to one seat."""

    def __init__(self, seen: SeatView, *, in_full: bool) -> None:
        self._seen = seen
        self._in_full = in_full

    def title(self, batch: Batch[Option]) -> str:
        return _title(batch, self._seen)

    def rarer_title(self, batch: Batch[Option]) -> str:
        return _rarer_title(batch, self._seen)

    def collected_title(self, batch: Batch[Option]) -> str:
        return _collected_title(batch, self._seen)

    def short(self, option: Option) -> str:
        return short_phrase(option, self._seen, in_full=self._in_full)

    def phrase(self, option: Option) -> str:
        return phrase(option, self._seen)

    def briefs(self, option: Option) -> tuple[str, ...]:
        return brief_phrases(option, self._seen)

    def brief_variants(self, option: Option) -> tuple[str, ...]:
        return brief_variants(option, self._seen)

    def is_final(self, option: Option) -> bool:
        return turns_up(option, self._seen) is not None

    def good_for(self, option: Option) -> str:
        return lists.aim(pays_with(option, self._seen)) if option.verb == "take" else ""

    def left_out(self, collected: Groups) -> str:
        return _left_out(collected)


def _left_out(collected: Groups) -> str:
    """Return what is left to a page of its own; nothing if every move stands in the lists."""
    kinds = {group.kind for group in collected}
    if kinds == {"reserve", "buy"}:
        return gettext("Reserve with another gold, or pay with more gold than is needed")
    if kinds == {"reserve"}:
        return gettext("Reserve with another gold")
    return gettext("Pay with more gold than is needed") if kinds else ""


def _title(batch: Batch[Option], seen: SeatView) -> str:
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


def _rarer_title(batch: Batch[Option], seen: SeatView) -> str:
    """Return the title of variants."""
    if batch.mark:
        return _title(batch, seen)
    titles = {
        "buy": gettext("Buy with more gold"),
        "take": gettext("Take fewer tokens"),
        "discard": gettext("Return gold or pearls to the bag"),
    }
    return titles[batch.kind]


def _collected_title(batch: Batch[Option], seen: SeatView) -> str:
    """Return the title of variants on a page of their own."""
    if batch.kind == "reserve":
        return _title(batch, seen)
    return gettext("Other payments for %(card)s") % {"card": named_card(batch.mark[0], seen)}
