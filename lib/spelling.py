"""How the active language writes names and lists: what its `formats.py` says beside Django's."""

from django.utils import formats


def in_its_case(name: str) -> str:
    """Return a date or the name of a language, without capitals where the language has none."""
    return name.lower() if formats.get_format("LOWER_CASE_NAMES") is True else name


def is_and_changed_before(word: str) -> bool:
    """Return whether another word for “and” stands before this one, as in Italian before an e."""
    beginnings = formats.get_format("AND_CHANGES_BEFORE")
    return isinstance(beginnings, tuple) and word.startswith(beginnings)
