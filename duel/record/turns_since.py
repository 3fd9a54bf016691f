"""Counts how often a seat's turn has come since a given turn.

Memos and standing orders call it.
"""

from itertools import pairwise

from duel.record.read_only_log import ReadOnlyLog


def times_turn_came(log: ReadOnlyLog, seat: int, since: int) -> int:
    """Return how often the turn has passed from others to the seat since that ply.

    Extra turns are none of these. What was taken back does not count, nor what an operator set
    back: plies only grow, so what came again came later.
    """
    made = [move.seat == seat for move in log.course.standing() if move.ply > since]
    is_own = [*made, log.course.position.to_move == seat]
    return sum(now and not before for before, now in pairwise(is_own))
