"""The legal moves in groups, each with its words and its number."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from duel.games.base import Groups, MoveLists
from duel.games.gems.moves import lists
from duel.games.gems.moves.order import Batch
from duel.games.splendor.moves.briefs import brief_phrases, brief_variants
from duel.games.splendor.moves.order import arrange, pays_with
from duel.games.splendor.moves.phrases import named_card, phrase, short_phrase, turns_up
from duel.games.splendor.position.seat_view import SeatView
from engine.splendor.moves import Option
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
        if batch.kind == "take" and batch.mark:
            return gettext("Take, and have enough for another card")
        return _titles(self._seen)[batch.kind]

    def rarer_title(self, batch: Batch[Option]) -> str:
        if batch.kind == "buy":
            return gettext("Buy with more gold")
        return gettext("Return gold to the bank")

    def collected_title(self, batch: Batch[Option]) -> str:
        card = named_card(batch.mark[0], self._seen)
        return gettext("Other payments for %(card)s") % {"card": card}

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
        return lists.aim(pays_with(option, self._seen))

    def left_out(self, collected: Groups) -> str:
        return gettext("Pay with more gold than is needed") if collected else ""


def _titles(seen: SeatView) -> dict[str, str]:
    has_gold = seen.view["bank"]["gold"] > 0
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
