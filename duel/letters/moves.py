"""The moves in a letter: each with its number, its words and the address of its page.

They are most of a letter, so they are written in one go, without a template for each.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from duel.games.base import MoveGroup, MoveItem
from mail.rendering import TEXT_WIDTH

_LINE = '<li style="padding:5px 0">{}) {}{}</li>'
_LINKED_LINE = '<li style="padding:5px 0">{}) <a href="{}">{}</a>{}</li>'
_BETWEEN = "   "
"""What stands between two moves in a line, and before an address that has a line of its own."""


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
        text="\n".join(_row(item, url) for item, url in addressed),
        html=format_html_join(
            "\n",
            _LINKED_LINE,
            ((item.number, url, item.words, _remarks(item)) for item, url in addressed),
        ),
    )


def by_number(group: MoveGroup) -> ListedMoves:
    """Return the moves of a group for who wants no addresses."""
    return ListedMoves(
        title=group.title,
        text="\n".join(_filled(_words(item, item.short) for item in group.items)),
        html=format_html_join(
            "\n", _LINE, ((item.number, item.words, _remarks(item)) for item in group.items)
        ),
    )


def _row(item: MoveItem, url: str) -> str:
    """Return a move and its address, in one line if that holds them in fewer words or more.

    What it is good for is said where there is room for it.
    """
    words = _words(item, item.short)
    for said in _worded(item, words):
        line = f"{said} {url}"
        if len(line) <= TEXT_WIDTH:
            return line
    return f"{words}\n{_BETWEEN}{url}"


def _worded(item: MoveItem, words: str) -> Iterator[str]:
    """Yield the move in words, what says most first."""
    if item.good_for:
        yield f"{words} ({item.good_for})"
    yield words
    if item.brief:
        yield _words(item, item.brief)


def _filled(moves: Iterable[str]) -> list[str]:
    """Return the moves in as few lines as hold them, none of them broken."""
    lines: list[str] = []
    for words in moves:
        longer = f"{lines[-1]}{_BETWEEN}{words}" if lines else ""
        if longer and len(longer) <= TEXT_WIDTH:
            lines[-1] = longer
        else:
            lines.append(words)
    return lines


def _words(item: MoveItem, words: str) -> str:
    return f"{item.number}) {words}{_marks(item)}"


def _marks(item: MoveItem) -> str:
    """Return that a move wins, and the sign of a move that is final."""
    return (f", {item.wins}" if item.wins else "") + (" *" if item.final else "")


def _remarks(item: MoveItem) -> str:
    """Return the marks of a move, and what it is good for."""
    return (f" ({item.good_for})" if item.good_for else "") + _marks(item)
