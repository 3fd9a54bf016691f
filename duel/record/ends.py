"""The result that an entry gives a game. Decisions of operators and the timeline call it."""

from collections.abc import Mapping
from typing import Any

from duel.operators import MadeDecision
from engine.kinds import Kind
from engine.record import Entry

ENDS = frozenset({Kind.AWARD, Kind.VOID, Kind.CANCEL, Kind.RESIGN, Kind.TIMEOUT, Kind.CLAIM})
"""What ends a game otherwise than over the board."""

NOBODY_WINS = (Kind.VOID, Kind.CANCEL)


def restores_an_end(decision: MadeDecision, entry: Entry) -> bool:
    """Return whether a decision, given its entry, lets a game end again as it had ended before."""
    return decision.revokes_id is not None and Kind(entry.kind) in ENDS


def result_of_entry(entry: Entry, *, seats: int) -> Mapping[str, Any]:
    """Return the result that an entry gives the game; a claim is no such entry."""
    kind = Kind(entry.kind)
    if kind is Kind.AWARD:
        winners = [int(seat) for seat in entry.text.split()]
    elif kind in NOBODY_WINS:
        winners = []
    else:
        winners = [seat for seat in range(seats) if seat != entry.seat]
    return {"winners": winners, "by": [kind.value]}
