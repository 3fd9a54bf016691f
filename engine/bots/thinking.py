"""A turn thought through to its end: every way that is worth a look, and what it would come to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.bots.brain import Brain, advantage

GAMBLES = 2
"""How often a move that leaves the rest of the turn to chance is tried."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A way to play the turn: its moves as far as they can be planned, and what it is worth."""

    moves: tuple[str, ...]
    value: int


class Thought:
    """One seat's thinking in one position; it counts the positions that it judges."""

    def __init__(self, brain: Brain, chance: bytes) -> None:
        self._brain = brain
        self._chance = chance
        self.judged = 0

    def ranked(self, position: Any, legal: Sequence[str]) -> list[Prospect]:
        """Return every way to play the turn that is worth a look, the best and shortest first."""
        ways = self._ways(position, legal, ())
        return sorted(ways, key=lambda way: (-way.value, len(way.moves)))

    def _ways(
        self, position: Any, legal: Sequence[str], before: tuple[str, ...]
    ) -> Iterator[Prospect]:
        brain, game, seat, turn = self._brain, self._brain.game, position.seat, position.turn
        for move in brain.worth_a_look(position, legal, before):
            moves = (*before, move)
            after = game.copy(position)
            game.play(after, move)
            if after.turn != turn or after.to_move is None:
                self.judged += 1
                yield Prospect(moves, advantage(brain, after, seat))
            elif brain.is_a_gamble(move):
                yield Prospect(moves, self._gamble(position, moves))
            else:
                yield from self._ways(after, game.legal(after), moves)

    def _gamble(self, position: Any, moves: tuple[str, ...]) -> int:
        """Return what the best rest of the turn is worth on average."""
        brain, game = self._brain, self._brain.game
        total = 0
        for number in range(GAMBLES):
            after = game.copy(position)
            brain.reseed(after, sha256(b"%d" % number + self._chance).digest())
            game.play(after, moves[-1])
            total += max(way.value for way in self._ways(after, game.legal(after), moves))
        return total // GAMBLES - 1  # what is certain is better
