"""A sentence of a diagnosis."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something that an operator should know first, and what it is about."""

    sentence: str
    sort: str
    """`clock`, `letter`, `player` or `operator`."""
    is_bad: bool = False
    """Whether it may be why somebody is unhappy."""
    page: str = ""
    """The name of the admin's page that tells more, if there is one, and of whom."""
    key: int | None = None
