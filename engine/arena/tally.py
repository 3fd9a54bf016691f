"""What many games add up to: a rate, and how sure it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.arena.playing import PlayedGame

_SURE = 1.959963984540054
"""So many standard deviations leave out one case in twenty."""


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the bounds between which the true rate is, in 19 cases of 20 (Wilson's interval)."""
    rate, square = share / games, _SURE * _SURE
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half *= _SURE / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of a contest, added up."""

    games: int
    share: float
    """The victories of the one contestant, with its parts of shared ones."""
    unfinished: int
    plies: int
    turns: int
    decisions: dict[str, int]
    seconds: dict[str, float]

    @property
    def rate(self) -> float:
        """Return what part of all games the one contestant has won."""
        return self.share / self.games

    def as_json(self) -> dict[str, Any]:
        """Return the tally as an object, with whole thousandths where parts would be."""
        low, high = interval(self.share, self.games)
        return {
            "games": self.games,
            "rate": round(1000 * self.rate),
            "interval": [round(1000 * low), round(1000 * high)],
            "unfinished": self.unfinished,
            "plies": round(self.plies / self.games),
            "turns": round(self.turns / self.games),
            "microseconds": {
                name: round(1e6 * seconds / self.decisions[name])
                for name, seconds in sorted(self.seconds.items())
            },
        }


def tally(games: Iterable[PlayedGame], longest: int) -> Tally:
    """Return what the games add up to; those with more turns than the longest were broken off."""
    played = list(games)
    decisions: dict[str, int] = {}
    seconds: dict[str, float] = {}
    for game in played:
        for name, number in game.decisions.items():
            decisions[name] = decisions.get(name, 0) + number
            seconds[name] = seconds.get(name, 0) + game.seconds[name]
    return Tally(
        len(played),
        sum(game.share for game in played),
        sum(game.turns > longest for game in played),
        sum(len(game.moves) for game in played),
        sum(game.turns for game in played),
        decisions,
        seconds,
    )
