"""The moves of a letter, parted: which stand at a card or deck, and which in lists."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext

from duel.games.base import MoveGroup, MoveItem, MoveLinks, MoveLists
from duel.games.gems.vocabulary import GOLD, counted
from engine.gems.market import DECK_ROWS
from engine.reading.option import Option

At = Mapping[str, list[str]]
"""The links that stand at a card or deck, by its id."""

NO_MOVES = MoveLists((), (), (), "")

_BUTTON = "display:block;margin:4px 0 0;padding:5px 2px;border-radius:4px;text-align:center;"
_BUY = f"{_BUTTON}background:#8f1d2c;color:#ffffff!important;text-decoration:none;font-weight:600"
_RESERVE = f"{_BUTTON}border:1px solid;text-decoration:none"
_OTHERS = "display:block;margin:4px 0 0;text-align:center"
_AT_CARDS = ("buy", "reserve")


def moves_at_cards(
    lists: MoveLists,
    links: MoveLinks,
    option_of: Callable[[str], Option],
    label: Callable[[Option], str],
) -> At:
    """Return the moves that people mean, each at the card or deck that it is about.

    `label` is what a game calls a purchase.
    """
    at: dict[str, list[str]] = {}
    for group in lists.meant:
        if group.kind in _AT_CARDS:
            for item in group.items:
                option = option_of(item.move)
                at.setdefault(str(option.card), []).append(_linked(item, option, links, label))
    for group in lists.collected:
        if group.kind == "buy":
            card = str(option_of(group.items[0].move).card)
            other = links.elsewhere(group, gettext("Other payments"), _OTHERS)
            at.setdefault(card, []).append(other)
    return at


def _linked(
    item: MoveItem, option: Option, links: MoveLinks, label: Callable[[Option], str]
) -> str:
    if option.card in DECK_ROWS:
        return links.link(item, item.words)
    if option.verb == "reserve":
        return links.link(item, gettext("Reserve"), _RESERVE)
    link = links.link(item, label(option), _BUY)
    if item.wins:
        link += f'<strong style="display:block;text-align:center">{item.wins}</strong>'
    return link


def purchase_label(option: Option) -> str:
    """Return what stands on the link of a purchase: the price stands on the card, but not gold."""
    buy = gettext("Buy")
    return f"{buy}, {counted(GOLD, len(option.colours))}" if option.colours else buy


def is_at_card(group: MoveGroup) -> bool:
    """Return whether the moves of a group stand at cards, if people mean them."""
    return group.kind in _AT_CARDS
