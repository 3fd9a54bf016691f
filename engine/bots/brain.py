"""What bots have to know of a game beyond its rules: moves worth a look, and who is ahead.

All of it goes by a position in which nothing is used that the bot does not see: the cards that a
turn would turn up are unknown ones, or those of a world that was imagined.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.contract import Game, Outcome

WON = 1_000_000
"""What is worth more than anything that is not a victory."""


class Brain(Protocol):
    """The sense of one game; positions are those of its rules."""

    @property
    def game(self) -> Game[Any]:
        """Its rules."""

    def veil(self, position: Any) -> None:
        """Put unknown cards, which nobody can use, in place of all that lie in the decks."""

    def worth_a_look(self, position: Any, legal: Sequence[str], turn: Sequence[str]) -> list[str]:
        """Return the legal moves that a sensible player considers after `turn`, at least one."""

    def is_a_gamble(self, move: str) -> bool:
        """Return whether what can follow the move in the same turn is left to chance."""

    def reseed(self, position: Any, seed: bytes) -> None:
        """Let chance fall out otherwise from here on."""

    def scores(self, position: Any) -> list[int]:
        """Return how well each seat stands, in hundredths of a point; the game goes on."""


def advantage(brain: Brain, position: Any, seat: int) -> int:
    """Return by how much the seat is ahead of the best of the others."""
    outcome = brain.game.outcome(position)
    if outcome is not None:
        return won_by(outcome, seat)
    scores = brain.scores(position)
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def won_by(outcome: Outcome, seat: int) -> int:
    """Return what an end of the game is worth to the seat; a shared victory less than a whole."""
    return WON // len(outcome.winners) if seat in outcome.winners else -WON
