"""Rows of a letter's text part."""

import textwrap

from django import template

from mail.sending.rendering import TEXT_WIDTH

register = template.Library()


@register.filter
def row(text: str) -> str:
    """Return the text as a row of a list: if it is too long for a line, the rest is indented."""
    return textwrap.fill(
        text,
        TEXT_WIDTH,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
