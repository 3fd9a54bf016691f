"""What every part of a table is drawn with: symbols, and things that can be picked.

Plain strings are joined, as a table has hundreds of parts; so all text that is not written in this
package is escaped where it is put in.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from duel.games.base import Region


@cache
def symbol(name: str, kind: str = "gem") -> str:
    """Return a drawing of `tokens.svg` by its id; what it means is said elsewhere."""
    use = f'<use href="{escape(static("tokens.svg"))}#{name}"></use>'
    return f'<svg class="{kind}" aria-hidden="true">{use}</svg>'


@dataclass(frozen=True)
class Pen:
    """Draws for one reader."""

    seat: int | None
    """Who sits here; None for a spectator, who can pick nothing."""
    picks: Collection[str] = ()
    """What the moves of now are made of."""
    moves_for: int | None = None
    """Another seat for which the reader tries moves; None: for their own."""

    @property
    def mover(self) -> int | None:
        """The seat whose moves are picked, and whose money counts."""
        return self.seat if self.moves_for is None else self.moves_for

    def thing(
        self,
        kind: str,
        inner: str,
        *,
        label: str,
        pick: str = "",
        mark: str = "",
        value: object = "",
        tint: str = "",
    ) -> str:
        """Return something drawn, with its name in words, as a button if it can be picked.

        `mark` is the lasting key of its place, `value` what lies there: what is to be compared.
        `tint` is the colour of its ground.
        """
        if not pick or self.seat is None:
            return image(kind, inner, label, mark=mark, value=value, tint=tint)
        legal = " legal" if pick in self.picks else ""
        return (
            f'<button type="button" class="pick {kind}{legal}"{tinted(tint)} data-pick="{pick}"'
            f'{marked(mark, value)} aria-label="{escape(label)}" disabled>{inner}</button>'
        )


def image(
    kind: str, inner: str, label: str, *, mark: str = "", value: object = "", tint: str = ""
) -> str:
    """Return something drawn that nobody picks, with its name in words."""
    marks = marked(mark, value) if mark else ""
    words = f'role="img"{marks} aria-label="{escape(label)}"'
    return f'<span class="{kind}"{tinted(tint)} {words}>{inner}</span>'


def tinted(colour: str) -> str:
    """Return the attribute that gives a thing the ground of a colour."""
    return f' data-tint="{colour}"' if colour else ""


def marked(mark: str, value: object) -> str:
    """Return the attributes of a place that can change: its lasting key, and what lies there."""
    return f' data-mark="{mark}" data-is="{escape(str(value))}"'


def titled(title: str, *parts: str) -> str:
    """Return a part of the table under its title."""
    return f"<h2>{escape(title)}</h2>" + "".join(parts)


def unseen(words: str) -> str:
    """Return words that only a screen reader says."""
    return f'<span class="sr">{escape(words)}</span>'


def region(key: str, parts: Iterable[str]) -> Region:
    """Return a part of the table that is replaced as a whole."""
    return Region(key, _safe("".join(parts)))


def _safe(html: str) -> SafeString:
    # Names and words are escaped where they are put in, which the tests of the tables try out.
    return mark_safe(html)  # noqa: S308
