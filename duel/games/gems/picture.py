"""A small picture of a game for long lists: gems, and how near everybody is to the end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext, pgettext_lazy

_SHAPES = {
    "white": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "blue": "m-4 0q0-4 4-4t4 4-4 4-4-4z",
    "green": "m-1.5-4h3l1.5 1.5v5l-1.5 1.5h-3l-1.5-1.5v-5z",
    "red": "m0-4 3.5 2v4l-3.5 2-3.5-2v-4z",
    "black": "m-3.5-3.5h7v7h-7z",
    "pearl": "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
    "gold": "m0-4.5 1.2 3.3 3.3 1.2-3.3 1.2-1.2 3.3-1.2-3.3-3.3-1.2 3.3-1.2z",
}
"""Each colour has an outline of its own, around the point at which it is drawn."""

POINTS = pgettext_lazy("picture", "points")
CARDS = pgettext_lazy("picture", "cards")
TOKENS = pgettext_lazy("picture", "tokens")
"""The words above columns."""

Place = tuple[int, int, str]
"""Where something lies, and its colour."""


@dataclass(frozen=True)
class Gauge:
    """How far a player has come; without a goal, only how much they have."""

    value: int
    goal: int = 0

    @property
    def html(self) -> str:
        """The number, and a bar that says it to the eye."""
        if not self.goal:
            return str(self.value)
        full = min(self.value, self.goal)
        return (
            f"{self.value}<small>/{self.goal}</small>"
            f'<svg class="bar" viewBox="0 0 {self.goal} 1" preserveAspectRatio="none"'
            f' aria-hidden="true"><path d="M0 0h{full}v1H0z"/></svg>'
        )


@dataclass(frozen=True)
class PictureLine:
    """What the picture tells of one player."""

    name: str
    is_viewer: bool
    gauges: tuple[Gauge, ...]
    is_out: bool = False


def draw_picture(
    drawing: str, titles: Sequence[Promise], lines: Iterable[PictureLine]
) -> SafeString:
    """Return our drawing beside a table, a line per player and a column per title; escape names."""
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = "".join(_row(line, len(titles)) for line in lines)
    html = (
        f'<div class="picture">{drawing}<table><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
    return mark_safe(html)  # noqa: S308 (made of our own words, and of names that are escaped)


def draw_miniature(width: int, height: int, ground: str, gems: Iterable[Place]) -> str:
    """Return gems on the ground that the path `ground` draws; decoration, in words beside it."""
    places: dict[str, list[str]] = {}
    for x, y, colour in gems:
        places.setdefault(colour, []).append(f"M{x} {y}{_SHAPES[colour]}")
    paths = "".join(f'<path class="{c}" d="{"".join(d)}"/>' for c, d in places.items())
    return (
        f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path class="ground" d="{ground}"/>{paths}</svg>'
    )


def _row(line: PictureLine, columns: int) -> str:
    name = escape(line.name)
    if line.is_out:
        words = escape(pgettext("picture", "has left"))
        return f'<tr><th scope="row">{name}</th><td colspan="{columns}">{words}</td></tr>'
    cells = "".join(f"<td>{gauge.html}</td>" for gauge in line.gauges)
    own = ' class="own"' if line.is_viewer else ""
    return f'<tr{own}><th scope="row">{name}</th>{cells}</tr>'
