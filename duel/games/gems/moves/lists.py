"""The legal moves in groups, each with its words and its number.

A printed number is the move's place in reading order (`order.py`): from 1 through what people mean,
on through the rest, and on through what is collected on a page of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol

from django.utils.translation import gettext, pgettext

from duel.games.base import Groups, MoveGroup, MoveItem, MoveLists
from duel.games.gems.moves.order import ArrangedMoves, Batch
from engine.reading.option import O
from engine.turn import Win


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


def move_lists(
    arranged: ArrangedMoves[O], wording: Wording[O], wins: Mapping[str, Win]
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

    meant = worded(arranged.meant, wording.title, wording.briefs, is_meant=True)
    rarer = worded(arranged.rarer, wording.rarer_title, wording.brief_variants)
    collected = worded(arranged.collected, wording.collected_title, wording.brief_variants)
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
            wins=win_told(wins.get(option.move)),
            wins_in_brief=_victory_in_brief(wins.get(option.move)),
            good_for=wording.good_for(option),
        )


def aim(slots: Sequence[str]) -> str:
    """Return for which cards a take is enough; nothing if there is none."""
    return gettext("for %(cards)s") % {"cards": ", ".join(slots)} if slots else ""


def win_told(win: Win | None) -> str:
    """Return that a move wins the game, or can win it; else nothing."""
    if win is Win.SURELY:
        return gettext("wins the game")
    return gettext("can win the game") if win is Win.BY_CHOICE else ""


def _victory_in_brief(win: Win | None) -> str:
    if win is Win.SURELY:
        return pgettext("a move", "wins")
    return pgettext("a move", "can win") if win is Win.BY_CHOICE else ""
