"""Seats: nobody computes "the other one", as there may be several."""

from collections.abc import Sequence
from typing import TypeVar

Sitter = TypeVar("Sitter")


def others(sitters: Sequence[Sitter], seat: int) -> list[Sitter]:
    """Return what stands for all other seats: their names, their players, or the seats themselves.

    In the order of the seats, from the one that comes next.
    """
    return [*sitters[seat + 1 :], *sitters[:seat]]
