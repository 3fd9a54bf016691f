"""The text of an HTML mail, quotes marked by `>`, in linear time even where tags do not end."""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from mail.inbound.parsing.characters import clean_text

DEEPEST = 200
"""Elements that are nested deeper are read as if they were at this depth."""

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9:-]{0,20})"
    r"(?P<attributes>(?>\"[^\"]{0,4000}\"|'[^']{0,4000}'|[^<>\"']){0,4000})>"
    r"|<[!?/][^<>]{0,4000}>",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"\b(class|id|style|hidden|data-emoji)\b(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+)))?",
    re.IGNORECASE,
)
# Python turns no such number into a character, and refuses to read a really long one.
_LONG_NUMBER = re.compile(r"&#x?[0-9a-f]{8,};?", re.IGNORECASE)
_SPACE = re.compile(r"\s+")

_RAW = {
    name: re.compile(f"</{name}", re.IGNORECASE)
    for name in ("style", "script", "title", "textarea", "xml")
}
_UNREAD = {"head", "template", "noscript", "svg", "math", "object", "select"}
_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_BLOCKS = {
    *("address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt"),
    *("fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li"),
    *("main", "ol", "p", "pre", "section", "table", "tbody", "tr", "ul"),
}

# By their classes and ids: what the big programs put around quotes, before them, around signatures.
_QUOTES = re.compile(
    r"gmail_attr|moz-cite-prefix|moz-forward-container|yahoo_quoted|protonmail_quote|tutanota_quote"
    r"|zmail_extra|mail-editor-reference-message-container|ms-outlook-mobile-reference-message"
    r"|reply-intro|outlookmessageheader"
)
_QUOTES_FROM_HERE = re.compile(r"divrplyfwdmsg|appendonsend")
_SIGNATURES = re.compile(
    r"gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature_block"
    r"|composer_signature|ymail_\w{1,40}_signature|(?:^| )signature(?:$| )"
)
_HIDDEN = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all"
    r"|(?:font-size:[01]|opacity:0|max-height:0)(?:\.0+)?(?:px|pt|em|%)?(?:;|$|!)"
)


class _Element(NamedTuple):
    """An element that is open, and what that means for the text in it."""

    name: str
    is_quote: bool
    is_unseen: bool


class _OpenElements:
    """The elements around a place, the innermost last."""

    def __init__(self) -> None:
        self.elements: list[_Element] = []
        self.quotes = 0
        self.unseen = 0

    def open(self, element: _Element) -> None:
        if len(self.elements) < DEEPEST:
            self.elements.append(element)
            self.quotes += element.is_quote
            self.unseen += element.is_unseen

    def close(self, name: str) -> None:
        """Close the innermost element of this name, and with it all that were left open inside."""
        if not any(element.name == name for element in self.elements):
            return
        closed = ""
        while closed != name:
            closed, is_quote, is_unseen = self.elements.pop()
            self.quotes -= is_quote
            self.unseen -= is_unseen


class _Page:
    """Lines, as they are written one after the other."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.pieces: list[str] = []
        self.quoted = False

    def write(self, text: str, *, quoted: bool) -> None:
        if quoted != self.quoted:
            self.end_line()
            self.quoted = quoted
        self.pieces.append(text)

    def end_line(self, *, blank: bool = False) -> None:
        written = "".join(self.pieces)
        text = _SPACE.sub(" ", written).strip()
        if text or blank or "\xa0" in written:
            self.lines.append(f"> {text}".rstrip() if self.quoted else text)
        self.pieces = []


def text_of_html(html: str) -> str:
    """Return the text that a reader of the HTML sees, quoted lines beginning with `>`."""
    page, around, rest_is_quoted = _Page(), _OpenElements(), False
    for name, closes, attributes, text in _tokens(html):
        quoted = rest_is_quoted or around.quotes > 0
        if name in _BLOCKS:
            page.end_line()
        if name == "br":
            page.end_line(blank=True)
        elif name == "body":  # whatever was left open before
            around = _OpenElements()
        elif closes:
            around.close(name)
        elif name == "img" or not name:
            if not around.unseen:
                page.write(text or attributes.get("data-emoji", ""), quoted=quoted)
        elif name not in _VOID:
            if name in ("td", "th"):
                page.write(" ", quoted=quoted)
            element, starts_quotes = _element(name, attributes)
            around.open(element)
            rest_is_quoted = rest_is_quoted or (starts_quotes and not quoted)
    page.end_line()
    return clean_text("\n".join(page.lines))


def _element(name: str, attributes: dict[str, str]) -> tuple[_Element, bool]:
    """Return the element, and whether all that follows it is quoted."""
    named = f"{attributes.get('class', '')} {attributes.get('id', '')}".strip().lower()
    style = _SPACE.sub("", attributes.get("style", "")).lower()
    is_unseen = name in _UNREAD or "hidden" in attributes or bool(_HIDDEN.search(style))
    element = _Element(
        name,
        is_quote=name == "blockquote" or bool(_QUOTES.search(named)),
        is_unseen=is_unseen or bool(_SIGNATURES.search(named)),
    )
    return element, bool(_QUOTES_FROM_HERE.search(named))


def _tokens(html: str) -> Iterator[tuple[str, bool, dict[str, str], str]]:
    """Yield tags (name, whether it closes, attributes) and stretches of text (without a name)."""
    place = 0
    while place < len(html):
        if html.startswith("<!--", place):
            end = html.find("-->", place + 4)
            place = end + 3 if end >= 0 else len(html)
            continue
        tag = _TAG.match(html, place)
        if tag is None:  # a `<` that begins no tag is text
            end = html.find("<", place + 1)
            end = end if end >= 0 else len(html)
            yield "", False, {}, _unescaped(html[place:end])
            place = end
            continue
        place, name = tag.end(), (tag["name"] or "").lower()
        if name in _RAW and not tag["close"]:
            closing = _RAW[name].search(html, place)
            place = closing.start() if closing else len(html)
        elif name:
            yield name, bool(tag["close"]), _attributes(tag["attributes"]), ""


def _attributes(source: str) -> dict[str, str]:
    return {
        found[1].lower(): _unescaped(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(source)
    }


def _unescaped(text: str) -> str:
    return unescape(_LONG_NUMBER.sub("", text)) if "&" in text else text
