"""The apprentice: plays at random, but not without sense."""

from engine.bots.brain import advantage
from engine.bots.task import Task
from engine.randomness import Stream

_THOUGHTS = 2
"""So many moves come to its mind."""
_WHIM = 4
"""One move in so many is simply the first that comes."""


def choose(task: Task) -> str:
    """Return the better of two moves drawn at random, and sometimes any."""
    stream = Stream(task.chance, "apprentice")
    legal, game = task.legal, task.brain.game
    drawn = [legal[stream.below(len(legal))] for _ in range(_THOUGHTS)]
    if stream.below(_WHIM) == 0:
        return drawn[0]
    position = task.position()
    seat = position.seat
    return max(drawn, key=lambda move: advantage(task.brain, game.apply(position, move), seat))
