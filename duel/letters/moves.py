"""Writes the moves in a letter, each with its number, its words and its address; builders call it.

They are most of a letter, so they are written in one go, without a template for each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from duel.games.base import MoveGroup, MoveItem
from mail.sending.rendering import TEXT_WIDTH

_TITLE = '<h3 style="margin:16px 0 4px;font-size:16px">'
_LIST = '<ul style="margin:0;padding:0;list-style:none;line-height:1.9">'
_LINE = "<li>"
_SHORT = '<li style="display:inline-block;padding:0 16px 0 0">'
_SHORT_LETTERS = 28
"""Moves of up to this number of letters share a line with others."""
_BETWEEN = "   "
"""Between two moves in a line, and before an address with its own line."""


class Links:
    """The moves in the HTML part of a letter, with the addresses of their pages or without."""

    def __init__(self, addresses: Mapping[int, str], *, collected: str = "") -> None:
        """Take the address for each number that is printed, and the page of what is left out."""
        self._addresses = {number: escape(url) for number, url in addresses.items()}
        self._collected = escape(collected)

    def link(self, item: MoveItem, words: str, style: str = "") -> str:
        """Return a move under its number, in these words, which are HTML."""
        content = f"{item.number}) {words}{_final_mark(item)}"
        return _anchor(self._addresses.get(item.number, ""), content, style)

    def listed(self, group: MoveGroup) -> str:
        """Return the title of a group and its moves."""
        words = [_usual(item) for item in group.items]
        item_begins = _SHORT if max(map(len, words)) <= _SHORT_LETTERS else _LINE
        lines = "\n".join(
            [
                f"{item_begins}{self.link(item, escape(text))}{_remarks(item)}</li>"
                for item, text in zip(group.items, words, strict=True)
            ]
        )
        return f"{_TITLE}{escape(group.title)}</h3>\n{_LIST}{lines}</ul>"

    def elsewhere(self, group: MoveGroup, words: str, style: str = "") -> str:
        """Return the link to a group on the page of what is collected."""
        if not self._collected:
            return ""
        return _anchor(f"{self._collected}#m{group.items[0].number}", words, style)


def _anchor(address: str, content: str, style: str) -> str:
    if not address:
        return content
    styled = f' style="{style}"' if style else ""
    return f'<a href="{address}"{styled}>{content}</a>'


@dataclass(frozen=True)
class ListedMoves:
    """The moves of one group in the text part of a letter."""

    title: str
    heading: str
    """The title; empty if the group goes on with the one before it."""
    text: str


def with_addresses(
    groups: Sequence[MoveGroup], addresses: Mapping[int, str]
) -> Iterator[ListedMoves]:
    """Yield the moves of each group, each with the address of its page.

    Purchases of a wild card go on with those of other cards.
    """
    for group in groups:
        row = _brief_row if group.goes_on else _row
        yield ListedMoves(
            title=group.title,
            heading="" if group.goes_on else group.title,
            text="\n".join(row(item, addresses[item.number]) for item in group.items),
        )


def by_number(groups: Sequence[MoveGroup]) -> Iterator[ListedMoves]:
    """Yield the moves of each group for readers who want no addresses in the text."""
    for group in groups:
        yield ListedMoves(
            title=group.title,
            heading=group.title,
            text="\n".join(_fill_lines(_words(item, item.short) for item in group.items)),
        )


def printed_move(item: MoveItem) -> str:
    """Return the move with its number, as an answer repeats it."""
    return f"{item.number}) {item.words}"


def _row(item: MoveItem, url: str) -> str:
    """Return a move and its address, in one line if they fit in some words, the longest first."""
    words = _words(item, _usual(item))
    longer = [f"{words} ({item.good_for})"] if item.good_for else []
    return _beside([*longer, words, *_in_brief(item)], url) or f"{words}\n{_BETWEEN}{url}"


def _usual(item: MoveItem) -> str:
    """Return the words to begin with; brief ones of takes, which say as much."""
    return item.briefs[0] if item.briefs and item.move.startswith("take ") else item.short


def _brief_row(item: MoveItem, url: str) -> str:
    """Return a move in brief and its address: its words under a title would not name the card."""
    words = _in_brief(item)
    return _beside(words, url) or f"{words[0]}\n{_BETWEEN}{url}"


def _in_brief(item: MoveItem) -> list[str]:
    """Return the move in few words, and if it wins, in still fewer."""
    words = [_words(item, brief) for brief in item.briefs]
    if item.wins:
        words += [
            f"{item.number}) {brief}, {item.wins_in_brief}{_final_mark(item)}"
            for brief in item.briefs or (item.short,)
        ]
    return words


def _beside(ways: Iterable[str], url: str) -> str:
    """Return the first of the ways to say it that leaves room for the address, with that."""
    lines = (f"{words} {url}" for words in ways)
    return next((line for line in lines if len(line) <= TEXT_WIDTH), "")


def _fill_lines(moves: Iterable[str]) -> list[str]:
    """Return the moves in as few lines as they fit into, none of them broken."""
    lines: list[str] = []
    for words in moves:
        longer = f"{lines[-1]}{_BETWEEN}{words}" if lines else ""
        if longer and len(longer) <= TEXT_WIDTH:
            lines[-1] = longer
        else:
            lines.append(words)
    return lines


def _words(item: MoveItem, words: str) -> str:
    wins = f", {item.wins}" if item.wins else ""
    return f"{item.number}) {words}{wins}{_final_mark(item)}"


def _final_mark(item: MoveItem) -> str:
    return " *" if item.final else ""


def _remarks(item: MoveItem) -> str:
    """Return what a move is good for, and that it wins."""
    good_for = f" ({item.good_for})" if item.good_for else ""
    return f"{good_for}, {item.wins}" if item.wins else good_for
