"""The moves in a letter: each with its number, its words and the address of its page.

They are most of a letter, so they are written in one go, without a template for each.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from duel.wording.lists import MoveGroup, MoveItem

_LINE = '<li style="padding:5px 0">{}) {}{}</li>'
_LINKED_LINE = '<li style="padding:5px 0">{}) <a href="{}">{}</a>{}</li>'


@dataclass(frozen=True)
class ListedMoves:
    """The moves of one group, for both parts of a letter."""

    title: str
    text: str
    html: SafeString


def with_addresses(group: MoveGroup, address: Callable[[int], str]) -> ListedMoves:
    """Return the moves of a group, each with the address of its page."""
    addressed = [(item, address(item.place)) for item in group.items]
    return ListedMoves(
        title=group.title,
        text="\n".join(f"{_line(item)}\n   {url}" for item, url in addressed),
        html=format_html_join(
            "\n",
            _LINKED_LINE,
            ((item.number, url, item.words, _mark(item)) for item, url in addressed),
        ),
    )


def by_number(group: MoveGroup) -> ListedMoves:
    """Return the moves of a group for who wants no addresses."""
    return ListedMoves(
        title=group.title,
        text="\n".join(map(_line, group.items)),
        html=format_html_join(
            "\n", _LINE, ((item.number, item.words, _mark(item)) for item in group.items)
        ),
    )


def _line(item: MoveItem) -> str:
    return f"{item.number}) {item.short}{_mark(item)}"


def _mark(item: MoveItem) -> str:
    """Return the sign of a move that is final."""
    return " *" if item.final else ""
