"""What people write about Splendor Duel: why a text was refused; its siblings read it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from engine import reading

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **reading.SENTENCES,
        "range": "{first} to {last} is no straight line of two or three cells.",
        "no_royal": "There is no royal {card} on offer.",
        "needs_cells": "Please name the cells.",
        "needs_gold_cell": "Please name the cell of the gold to take.",
        "needs_card_colour": "Please name the colour that the card shall take, with “as”.",
        "other_tokens": "On {cells} there is {found}, not {said}.",
    }
)
"""Every reason for a refusal, by its code, in English."""


class DuelProblem(reading.Problem):
    """Why a text was refused, for a reason that only Splendor Duel has."""

    __slots__ = ()
    sentences: ClassVar[Mapping[str, str]] = SENTENCES
