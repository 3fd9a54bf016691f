"""A drawn table taken apart: strict about its HTML, and about who can read it."""

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from xml.etree import ElementTree

from django.conf import settings

from duel.games.base import Choice, Region

_KEY = re.compile(r"[a-z0-9-]+")
_DRAWN_ALONE = {"rect", "path"}
"""Elements of a drawing that are closed where they are opened."""


class Drawn(HTMLParser):
    """What stands in some regions; anything that a page must not hold fails at once."""

    def __init__(self, regions: Sequence[Region]) -> None:
        super().__init__()
        self.picks: dict[str, str] = {}
        """The key of each button with its accessible name."""
        self.legal: set[str] = set()
        self.marks: dict[str, str] = {}
        self.said: list[str] = []
        """All that is read aloud."""
        self._open: list[tuple[str, bool]] = []
        self.keys = [region.key for region in regions]
        assert len(set(self.keys)) == len(self.keys)
        assert all(map(_KEY.fullmatch, self.keys))
        for region in regions:
            self.feed(region.html)
            assert not self._open, f"{self._open} are not closed in {region.key}."

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in _DRAWN_ALONE, tag
        self._look_at(attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = self._look_at(attrs)
        name = told.get("aria-label")
        hidden = any(is_hidden for _, is_hidden in self._open)
        if name and not hidden:
            self.said.append(name)
        if tag == "button":
            self._look_at_button(told)
        elif name:
            assert told.get("role") == "img", told
        if tag == "svg":
            assert told.get("aria-hidden") == "true", "A drawing says nothing: words stand by it."
        if mark := told.get("data-mark"):
            assert mark not in self.marks, f"{mark} is marked twice."
            self.marks[mark] = str(told["data-is"])
        # A name is read instead of what stands inside.
        self._open.append((tag, bool(hidden or name or told.get("aria-hidden"))))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag, f"{opened} is closed by {tag}."

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(is_hidden for _, is_hidden in self._open):
            self.said.append(data)

    def _look_at_button(self, told: dict[str, str | None]) -> None:
        assert told["type"] == "button"
        assert "disabled" in told, "Without a script nothing can be pressed."
        assert (told["aria-label"] or "").strip(), told
        key, classes = str(told["data-pick"]), str(told["class"]).split()
        assert key not in self.picks, f"{key} can be picked in two places."
        assert "pick" in classes
        self.picks[key] = str(told["aria-label"])
        if "legal" in classes:
            self.legal.add(key)

    @staticmethod
    def _look_at(attrs: list[tuple[str, str | None]]) -> dict[str, str | None]:
        told = dict(attrs)
        assert len(told) == len(attrs), f"An attribute stands twice: {attrs}"
        strange = [name for name in told if name == "style" or name.startswith("on")]
        assert not strange, "The content policy forbids what is written inline."
        return told


def assert_playable(regions: Sequence[Region], choices: Sequence[Choice]) -> Drawn:
    """Everything that is tapped for a legal move is drawn, once, as a button with a name.

    What is tapped, and how it is to be done, tells each move of a kind from all others.
    """
    told_apart = {(each.kind, *sorted(each.picks), *sorted(each.ways)) for each in choices}
    assert len(told_apart) == len(choices)
    drawn = Drawn(regions)
    wanted = {pick for choice in choices for pick in choice.picks}
    assert wanted <= set(drawn.picks), wanted - set(drawn.picks)
    assert wanted == drawn.legal
    return drawn


def assert_symbols_exist(html: str) -> None:
    """Every symbol that is used is in the file of symbols."""
    tree = ElementTree.parse(settings.BASE_DIR / "static" / "tokens.svg")
    used = set(re.findall(r'<use href="[^"#]*tokens[^"#]*\.svg#([^"]*)"', html))
    assert len(re.findall("<use", html)) == len(re.findall(r"<use [^>]*tokens", html))
    assert used
    assert used <= {element.get("id") for element in tree.iter()}


def ids_in(html: str) -> Iterator[str]:
    """The ids of cards anywhere in a drawing: in keys, values, or by mistake in words."""
    yield from re.findall(r"\b[DS][1-3]-\d\d\b", html)


def cards_laid_open(regions: Sequence[Region]) -> list[int]:
    """How many cards of each deck lie open, level 1 first; all that is drawn is looked over."""
    Drawn(regions)
    (decks,) = (region.html for region in regions if region.key == "upcoming")
    parts = re.split(r'#back(\d)"', decks)
    found = {
        int(level): cards.count('class="card"')
        for level, cards in zip(parts[1::2], parts[2::2], strict=True)
    }
    return [found.get(level, 0) for level in (1, 2, 3)]
