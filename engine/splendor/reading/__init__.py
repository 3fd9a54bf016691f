"""What people write about Splendor: why a text was refused; its siblings read it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from engine import reading

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **reading.SENTENCES,
        "no_noble": "There is no noble {card} that comes to you now.",
        "no_post": "There is no trading post {card} that you win now.",
        "which_noble": "{count} nobles fit this description; please write which one you mean.",
        "which_post": "{count} trading posts fit this description; "
        "please write which one you mean.",
        "needs_noble": "Please name the noble, by the colours it shows.",
        "needs_post": "Please name the trading post, by its colours or its power.",
        "needs_kept": "Please write which card you keep, the first or the second.",
    }
)
"""Every reason for a refusal, by its code, in English."""


class SplendorProblem(reading.Problem):
    """Why a text was refused, for a reason that only Splendor has."""

    __slots__ = ()
    sentences: ClassVar[Mapping[str, str]] = SENTENCES
