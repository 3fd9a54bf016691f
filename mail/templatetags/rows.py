"""Rows of a letter's text part."""

from django import template

from mail.sending.rendering import wrapped

register = template.Library()


@register.filter
def row(text: str) -> str:
    """Return the text as a row of a list: if it is too long for a line, the rest is indented."""
    return wrapped(text, "    ")
