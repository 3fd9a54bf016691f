"""Pages as somebody sees them in whose browser no script runs."""

import re
from html.parser import HTMLParser

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


def without_hidden(page: str) -> str:
    """The page without what it keeps ready for its script: elements that are hidden, templates."""
    parser = _Shown()
    parser.feed(page)
    return "".join(parser.shown)


def in_words(page: str) -> str:
    """What a page of a table says beside its drawing; anything else as it is."""
    if "data-table" not in page:
        return page
    return page.partition("data-table")[0] + page.rpartition('class="game-rest"')[2]


def told_to_people(page: str) -> str:
    """The page without what only its script reads: the keys of what is drawn, and the choices."""
    page = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    return re.sub(r' data-[a-z]+="[^"]*"', "", page)


class _Shown(HTMLParser):
    """Collects all but what is within a hidden element."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.shown: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_hidden = tag == "template" or "hidden" in dict(attrs)
        if tag not in _VOID and (self._hidden or is_hidden):
            self._hidden += 1
        elif not self._hidden and not is_hidden:
            self.shown.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._hidden:
            self.shown.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden -= tag not in _VOID
        else:
            self.shown.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.shown.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")
