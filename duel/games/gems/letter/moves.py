"""The moves of a letter, parted: which stand at a card or deck, and which in lists."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from typing import Generic

from django.utils.translation import gettext

from duel.games.base import MoveGroup, MoveItem, MoveLinks, MoveLists
from duel.games.gems.token_styles import EDGE, TOKEN_COLOURS, chip
from duel.games.gems.vocabulary import card_colour_word, colour_word
from engine.gems.pieces import DECK_ROWS
from engine.reading.option import O

At = Mapping[str, list[str]]
"""The links that stand at a card or deck, by its id."""

FEW = 12
"""So many moves are about as high as the board."""

NO_MOVES = MoveLists((), (), (), "")

_BUTTON = "display:block;margin:4px 0 0;padding:5px 2px;border-radius:4px;text-align:center;"
_BUY = f"{_BUTTON}background:#8f1d2c;color:#fff!important;text-decoration:none;font-weight:600"
_RESERVE = f"{_BUTTON}border:1px solid;text-decoration:none"
_OTHERS = "display:block;margin:4px 0 0;text-align:center"
_TAKE = (
    "display:inline-block;margin:0 4px 6px 0;padding:4px 6px;border:1px solid;border-radius:4px;"
    "text-decoration:none"
)
_AT_CARDS = ("buy", "reserve")


class DrawnMoves(Generic[O]):
    """The moves of one letter, as a game draws them."""

    def __init__(
        self,
        lists: MoveLists,
        links: MoveLinks,
        option_of: Callable[[str], O],
        colours_of: Callable[[O], Iterable[str]],
    ) -> None:
        """Take what a game alone knows: the parts of a move, and the tokens that a take brings."""
        self._lists = lists
        self._links = links
        self._option_of = option_of
        self._colours_of = colours_of

    def at_cards(self) -> At:
        """Return the moves that people mean, each at the card or deck that it is about."""
        at: dict[str, list[str]] = {}
        for group in self._lists.meant:
            if is_at_card(group):
                for item in group.items:
                    option = self._option_of(item.move)
                    at.setdefault(str(option.card), []).append(self._at_card(item, option))
        for group in self._lists.collected:
            if group.kind == "buy":
                card = str(self._option_of(group.items[0].move).card)
                other = self._links.elsewhere(group, gettext("Other payments"), _OTHERS)
                at.setdefault(card, []).append(other)
        return at

    @property
    def is_short(self) -> bool:
        """Whether what stands in lists is short enough to stand beside something."""
        groups = (group for group in self._lists.meant if not is_at_card(group))
        return sum(len(group.items) for group in groups) <= FEW

    def in_lists(self) -> str:
        """Return the moves that people mean and that stand at no card, group by group.

        Takes that are enough for a card are drawn with their tokens if they are few: one looks for
        them first.
        """
        return "\n".join(
            self._takes(group)
            if group.kind == "take" and group.items[0].good_for and len(group.items) <= FEW
            else self._links.listed(group)
            for group in self._lists.meant
            if not is_at_card(group)
        )

    def _at_card(self, item: MoveItem, option: O) -> str:
        if option.card in DECK_ROWS:
            return self._links.link(item, item.words)
        if option.verb == "reserve":
            return self._links.link(item, gettext("Reserve"), _RESERVE)
        if colour := getattr(option, "wild", None):
            words = gettext("as %(colour)s") % {"colour": card_colour_word(colour)}
            link = self._links.link(item, words, _as(colour))
        else:
            link = self._links.link(item, gettext("Buy"), _BUY)
        if item.wins:
            link += f'<strong style="display:block;text-align:center">{item.wins}</strong>'
        return link

    def _takes(self, group: MoveGroup) -> str:
        drawn = (self._take(item, self._option_of(item.move)) for item in group.items)
        title = f'<h3 style="margin:16px 0 6px;font-size:16px">{escape(group.title)}</h3>'
        return f'{title}<p style="margin:0;line-height:1.4">\n' + "\n".join(drawn) + "</p>"

    def _take(self, item: MoveItem, option: O) -> str:
        cells = " ".join(getattr(option, "cells", ()))
        chips = "\n".join(chip(colour, colour_word(colour)) for colour in self._colours_of(option))
        return self._links.link(item, f"{cells} {chips} {item.good_for}".strip(), _TAKE)


@cache
def _as(colour: str) -> str:
    """Return the style of the link by which a wild card takes a colour."""
    background, ink = TOKEN_COLOURS[colour]
    painted = f"background:{background};color:{ink}!important;border:1px solid {EDGE}"
    return f"{_BUTTON}{painted};text-decoration:none"


def is_at_card(group: MoveGroup) -> bool:
    """Return whether the moves of a group, if people mean them, stand at cards."""
    return group.kind in _AT_CARDS
