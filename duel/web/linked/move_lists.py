"""The moves of a page: each with its number, its words and a link to its own page.

The table and the page of payments call it.

They are most of the page, so they are written in one go, without a template for each.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import conditional_escape as escape
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from duel.games.base import Groups, MoveItem, MoveLists
from duel.perspective.perspective import Perspective
from duel.record.links import Purpose
from duel.web.linked.tokens import seat_token


@dataclass(frozen=True)
class LinkedMoves:
    """The legal moves of a page, drawn; falsy if there are none."""

    meant: SafeString
    rarer: SafeString

    def __bool__(self) -> bool:
        """Return whether there is a move to choose."""
        return bool(self.meant or self.rarer)


def linked_moves(perspective: Perspective, moves: MoveLists) -> LinkedMoves:
    """Return every move as a link: those that people mean, and the rest."""
    return LinkedMoves(
        meant=groups_of_links(perspective, moves.meant, heading="h3"),
        rarer=groups_of_links(perspective, (*moves.rarer, *moves.collected), heading="h4"),
    )


def groups_of_links(perspective: Perspective, groups: Groups, *, heading: str) -> SafeString:
    """Return the moves of these groups, each under its title."""
    before, final = reverse("duel:move", args=["-"]).removesuffix("-"), gettext("final")
    drawn = (
        (
            group.items[0].number,
            group.title,
            mark_safe("".join(_links(perspective, group.items, before, final))),  # noqa: S308
        )
        for group in groups
    )
    # A letter leads to a group by the number of its first move.
    pattern = f'<{heading} id="m{{}}">{{}}</{heading}><ul>{{}}</ul>'
    return format_html_join("", pattern, drawn)


def _links(
    perspective: Perspective, items: tuple[MoveItem, ...], before: str, final: str
) -> Iterator[str]:
    for item in items:
        words = f"{item.short} ({item.good_for})" if item.good_for else item.short
        wins = f' <strong class="wins">{escape(item.wins)}</strong>' if item.wins else ""
        is_final = f' <span class="final">{escape(final)}</span>' if item.final else ""
        link = before + seat_token(perspective, Purpose.MOVE, item.place)
        yield (
            f'<li><a class="move" href="{link}">'
            f'<span class="number">{item.number}</span> <span>{escape(words)}</span>'
            f"{wins}{is_final}</a></li>"
        )
