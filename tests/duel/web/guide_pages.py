"""The pages of help as the tests read them: tags, what is in them, where links lead."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.conf import settings
from django.utils import translation

from duel.web.guide import menu, page_in

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)
NAMES = ("index", *(name for name, _ in menu()))


@dataclass
class Element:
    """A tag with its attributes, and all text within."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    within: list["Element"] = field(default_factory=list)

    def find(self, tag: str = "", **attributes: str) -> list["Element"]:
        """Return the elements within, however deep, of this tag and with these attributes."""
        found = []
        for each in self.within:
            has = all(each.attributes.get(key) == value for key, value in attributes.items())
            found += [each] if has and tag in ("", each.tag) else []
            found += each.find(tag, **attributes)
        return found

    def having(self, attribute: str) -> list["Element"]:
        """Return the elements within that have this attribute."""
        return [each for each in self.find() if attribute in each.attributes]


class _Reader(HTMLParser):
    _ALONE = frozenset({"br", "hr", "img", "link", "meta", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].within.append(element)
        if tag not in self._ALONE:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read_html(html: str) -> Element:
    """Return all that the HTML is made of."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is not closed"
    return reader.open[0]


def article(language: str, name: str) -> Element:
    """Return the words and drawings of a page of help."""
    with translation.override(language):
        return read_html(page_in(language, name).article)


def words_of(element: Element) -> str:
    """Return the text with single blanks."""
    return " ".join(element.text.split())
