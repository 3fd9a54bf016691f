"""The journeyman: thinks its own turn through to the end, and no further."""

from engine.bots.task import Task
from engine.bots.thinking import Thought


def choose(task: Task) -> str:
    """Return the first move of the turn that leaves the seat best off, the shortest of such."""
    return Thought(task.brain, task.chance).ranked(task.position(), task.legal)[0].moves[0]
