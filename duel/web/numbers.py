"""Reads numbers that a form sends, for views."""


def whole_number(text: str, *, digits: int) -> int:
    """Return the number of at most so many digits that the text is, or 0 for any other text."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_one else 0
