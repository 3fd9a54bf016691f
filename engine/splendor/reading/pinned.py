"""A turn written ahead of time."""

from typing import Any

from engine.reading import Pinned


def pinned(view: dict[str, Any], seat: int, text: str, language: str | None = None) -> Pinned:
    """Return the text with the cards that the seat sees now in it, or why it cannot be kept."""
    return Pinned(text)
