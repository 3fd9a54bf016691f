"""Letters from templates: a trio of subject, text and HTML in the reader's language."""

import re
import textwrap
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template import Context, Library, engines
from django.template.backends.django import DjangoTemplates
from django.utils import translation

from mail.registry import Draft

register = Library()
"""What `{% load rows %}` brings; the settings name it."""

TEXT_WIDTH = 78
"""Columns of a text part: what RFC 5322 advises."""
_TOO_MANY_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_BESIDE_NUMBER = re.compile(r"(?<=\d) (?=[^\W\d])|(?<=[^\W\d]) (?=\d+\s?[,;)])")
"""Between a number and what it counts, as in “2 red” or “Bruno 4,”: there no line ends."""
_GLUE = "\ue000"


def render(name: str, context: Mapping[str, Any], language: str) -> Draft:
    """Return the letter `templates/letters/<name>` in this language, text parts unescaped."""
    site = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "contact_address": settings.CONTACT_ADDRESS,
        "language": language,
    }
    values = {**site, **context}
    with translation.override(language):
        subject = _fill(f"letters/{name}.subject.txt", values, escape=False)
        text = _fill(f"letters/{name}.txt", values, escape=False)
        html = _fill(f"letters/{name}.html", values, escape=True)
    return Draft(
        subject=" ".join(subject.split()),
        text=_lay_out(text),
        html=html.strip() + "\n",
    )


def wrap(line: str, indent: str) -> str:
    """Return the line in lines that are not too long, the later ones indented, links left whole."""
    if len(line) <= TEXT_WIDTH:
        return line
    return textwrap.fill(
        _BESIDE_NUMBER.sub(_GLUE, line),
        TEXT_WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(_GLUE, " ")


@register.filter
def row(text: str) -> str:
    """Return the text as a row of a list: if it is too long for a line, the rest is indented."""
    return wrap(text, "    ")


def _lay_out(text: str) -> str:
    """Return the text with its long lines wrapped, links left whole, and no gaps in it."""
    lines = (wrap(line, _indent_of(line)) for line in text.strip().splitlines())
    return _TOO_MANY_BLANK_LINES.sub("\n\n", "\n".join(lines)) + "\n"


def _indent_of(line: str) -> str:
    """Return how far the rest of a long line is moved in: as its first word is, behind a dash."""
    return " " * (len(line) - len(line.lstrip().removeprefix("- ")))


def _fill(template: str, values: dict[str, Any], *, escape: bool) -> str:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)  # noqa: S101 (for the type checker)
    return engine.get_template(template).template.render(Context(values, autoescape=escape))
