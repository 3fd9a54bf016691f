"""Which entries of a log carry a decision out, and whether it is still in effect."""

from duel.record.ends import ENDS
from duel.record.log import Log
from engine.kinds import SCORE, Kind
from engine.record import Entry
from support.models import Decision

_SETTLES = ENDS | {Kind.REOPEN, Kind.ROLLBACK}
"""What decides whether and how a game has ended, beside a seat that leaves and has it scored."""


def first_entry_of(log: Log, decision: Decision) -> int:
    """Return the seq of the first entry that carries the decision out; its own is the last one.

    What is taken back may need several: they are of one moment.
    """
    earlier = Decision.objects.filter(game=log.game, seq__lt=decision.seq, settlement=None)
    floor = earlier.order_by("-seq").values_list("seq", flat=True).first() or 0
    last = log.entry(decision.seq)
    first = decision.seq
    while first - 1 > floor and _is_of_one_act(log.entry(first - 1), last):
        first -= 1
    return first


def settled_by(log: Log, *, before: int) -> Entry | None:
    """Return the last entry before that seq which let the game end or go on, if there is one."""
    earlier = (entry for entry in reversed(log.entries) if entry.seq < before)
    return next((entry for entry in earlier if _settles(entry)), None)


def is_in_effect(log: Log, decision: Decision) -> bool:
    """Return whether the game has ended, or goes on, by this decision, and by nothing later.

    Where a later decision was taken back, what stood before that one is in effect again.
    """
    decisions = Decision.objects.filter(game=log.game, settlement=None).select_related("revokes")
    made = {each.seq: each for each in decisions}
    before = len(log.entries) + 1
    while (entry := settled_by(log, before=before)) is not None:
        by = made.get(entry.seq)
        if by is None or by.revokes is None or by == decision:
            return entry.seq == decision.seq
        before = first_entry_of(log, by.revokes)
    return False


def _settles(entry: Entry) -> bool:
    return Kind(entry.kind) in _SETTLES or (entry.kind, entry.text) == (Kind.RETIRE, SCORE)


def _is_of_one_act(entry: Entry, last: Entry) -> bool:
    return (entry.channel, entry.time) == (last.channel, last.time)
