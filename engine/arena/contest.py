"""What is contested: the same shuffles for each seat, and for each decision a chance of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.bots import LEVELS, UnknownLevel, decide
from engine.fairness import Stream

Chooser = Callable[[dict[str, Any], Sequence[str], bytes, int | None], str]
"""Returns a move, given the view, the legal moves, the chance and the number of nodes."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A match between two contestants: the one sits on one seat, the other on all others."""

    game: str
    one: str
    other: str
    seats: int = 2
    options: tuple[str, ...] = ()
    seed: int = 1
    nodes: int | None = None

    def seating(self, number: int) -> list[str]:
        """Return who sits where in that game: the one goes round with each of them."""
        names = [self.other] * self.seats
        names[number % self.seats] = self.one
        return names

    def shuffle(self, number: int) -> bytes:
        """Return the seed of that game: the same until the one has sat on each seat."""
        return _digest("shuffle", self.seed, number // self.seats)

    def chance(self, number: int, ply: int) -> bytes:
        """Return the chance of the decision at that ply of that game."""
        return _digest("chance", self.seed, number, ply)


def _digest(*parts: object) -> bytes:
    return sha256(":".join(map(str, parts)).encode()).digest()


def at_random(
    view: dict[str, Any], legal: Sequence[str], chance: bytes, nodes: int | None = None
) -> str:
    """Return any of the legal moves."""
    return legal[Stream(chance, "random").below(len(legal))]


def _of_level(level: str) -> Chooser:
    def choose(
        view: dict[str, Any], legal: Sequence[str], chance: bytes, nodes: int | None = None
    ) -> str:
        return decide(view, legal, level=level, chance=chance, nodes=nodes)

    return choose


CHOOSERS: dict[str, Chooser] = {"random": at_random, **{name: _of_level(name) for name in LEVELS}}
"""Who can be matched, by name; others may be added."""


def chooser(name: str, choosers: Mapping[str, Chooser] = CHOOSERS) -> Chooser:
    """Return how that contestant chooses; raise UnknownLevel for any other name."""
    if name not in choosers:
        raise UnknownLevel(f"There is no bot {name[:40]!r}; there are: {', '.join(choosers)}.")
    return choosers[name]
