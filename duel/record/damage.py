"""Compares a game that was read with its hashes and columns, without a query.

Every reading of a log calls it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.views.decorators.debug import sensitive_variables

from engine.fairness import commitment
from engine.record import Entry, chain_break

if TYPE_CHECKING:
    from duel.record.read_only_log import ReadOnlyLog


@sensitive_variables()
def damage_of(log: "ReadOnlyLog", stored: Sequence[Entry], secret: bytes) -> str:
    """Return what is not as it was written, given all entries that were read; nothing if all is.

    Compared are the secret with its commitment, every hash of the chain with its entry and the one
    before, the position with the hash that the last entry has of it, the columns of the game and
    the persons in its seats. `replaygames` compares more: see `duel.integrity.replay`.
    """
    game = log.game
    if commitment(secret) != game.commitment:
        return "The secret does not match its commitment."
    if broken := chain_break(log.header, stored, seq=game.seq, head=game.head):
        return broken
    if broken := _other_position(log, stored):
        return broken
    is_row_older = log.hides_turn_of is None and game.seq < len(stored)
    if game.settlement_id is not None or is_row_older:  # its columns follow something else
        return ""
    return _other_columns(log)


def _other_position(log: "ReadOnlyLog", stored: Sequence[Entry]) -> str:
    """Return where the position differs from what was written.

    Where a turn is left out, the entries beside it carry the hash of a position that is not shown.
    """
    shown = stored if log.hides_turn_of is None else stored[: log.game.seq]
    if shown and shown[-1].state_hash != log.course.state_hash:
        return f"The position after entry {shown[-1].seq} is not what was written."
    return ""


def _other_columns(log: "ReadOnlyLog") -> str:
    """Return which column is not what the log makes of it."""
    game = log.game
    for name, derived in log.derived().items():
        if name == "seq" and log.hides_turn_of is not None:
            continue  # entries beside the turn that is left out are counted in none of the two
        if getattr(game, name) != derived:
            return f"The column {name} is not what the log makes of it."
    for seat, person in zip(log.seats, log.course.persons, strict=True):
        if person not in (None, seat.person):
            return f"The person in seat {seat.number} is not the one of the log."
    return ""
