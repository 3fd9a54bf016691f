"""The master: plays its best turns on in worlds that it imagines, and sees where they lead.

In each world what is hidden lies otherwise, but nobody there makes use of it: all play like the
journeyman. Turns that lead nowhere are dropped by and by, so that the rest is tried more often.
"""

from collections.abc import Sequence
from hashlib import sha256
from time import monotonic
from typing import Any

from engine.bots.brain import WON, advantage
from engine.bots.task import Task
from engine.bots.thinking import Prospect, Thought

NODES = 4000
"""How many positions are judged if nothing else is said."""

_TURNS_TRIED = 8
_HALVINGS = 3
"""So often the worse half of the turns is dropped."""

_CERTAIN = WON // 2
_EVEN = 800
"""A lead that counts half as much as victory."""


def choose(task: Task) -> str:
    """Return the first move of the turn that leads to the best places."""
    thought = Thought(task.brain, task.chance)
    prospects = thought.ranked(task.position(), task.legal)[:_TURNS_TRIED]
    best = prospects[0]
    if best.value > _CERTAIN or len({prospect.moves[0] for prospect in prospects}) == 1:
        return best.moves[0]
    return _Search(task, thought).best_of(prospects).moves[0]


class _Search:
    """The turns of one seat, tried in one world after the other."""

    def __init__(self, task: Task, thought: Thought) -> None:
        self._task = task
        self._thought = thought
        self._nodes = task.nodes
        if task.nodes is None and task.seconds is None:
            self._nodes = NODES
        self._begun = monotonic()

    def best_of(self, prospects: Sequence[Prospect]) -> Prospect:
        """Return the one that led farthest, after as many worlds as there is time for."""
        reached = dict.fromkeys(prospects, 0)
        world = halvings = 0
        while len(reached) > 1 and self._spent() < 1:
            for prospect, value in self._tried_in(self._world(world), list(reached)).items():
                reached[prospect] += value
            world += 1
            if self._spent() * (_HALVINGS + 1) > halvings + 1:
                halvings += 1
                ranked = sorted(reached, key=lambda prospect: -reached[prospect])
                reached = {each: reached[each] for each in ranked[: (len(ranked) + 1) // 2]}
        return max(reached, key=lambda prospect: reached[prospect])

    def _spent(self) -> float:
        """Return which part of the time or of the nodes is spent, whichever is more."""
        by_nodes = self._thought.judged / self._nodes if self._nodes else 0
        seconds = self._task.seconds
        return max(by_nodes, (monotonic() - self._begun) / seconds if seconds else 0)

    def _world(self, number: int) -> Any:
        """Return a position that the view could be of, another for each number."""
        chance = sha256(b"world %d " % number + self._task.chance).digest()
        return self._task.brain.game.imagine(self._task.view, chance)

    def _tried_in(self, world: Any, prospects: Sequence[Prospect]) -> dict[Prospect, int]:
        """Return where each leads in that world; nothing, if there is no time for all of them."""
        values: dict[Prospect, int] = {}
        for prospect in prospects:
            if self._spent() >= 1:
                return {}
            values[prospect] = self._led_to(world, prospect.moves)
        return values

    def _led_to(self, world: Any, moves: Sequence[str]) -> int:
        """Return what those moves come to, when all have answered and the seat as well."""
        brain, game, seat = self._task.brain, self._task.brain.game, world.seat
        position = game.copy(world)
        for move in moves:
            game.play(position, move)
        last = world.turn + len(position.players)
        while position.to_move is not None and position.turn <= last:
            self._play_like_a_journeyman(position)
        self._thought.judged += 1
        value = advantage(brain, position, seat)
        return 1000 * value // (abs(value) + _EVEN)

    def _play_like_a_journeyman(self, position: Any) -> None:
        """Play the turn, or what is left of it, as far as it can be planned."""
        brain, game = self._task.brain, self._task.brain.game
        veiled = game.copy(position)
        brain.veil(veiled)
        for move in self._thought.ranked(veiled, game.legal(veiled))[0].moves:
            game.play(position, move)
