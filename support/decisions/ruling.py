"""What every decision of an operator has in common: who, why, and what is written down of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from accounts.audit import note_act
from accounts.models import User
from duel.errors import Refused, Stale
from duel.integrity.broken_table import Table
from duel.notices.intents import notice_decision
from duel.operators import CHANNEL
from duel.play.undo import end_wait
from duel.record.log import Log, writing
from duel.record.selectors import player_names
from engine.errors import EngineError
from engine.kinds import Kind
from support.conflicts import refuse_own_game
from support.errors import LongMessage, NoReason, NoSuchSeat
from support.models import Act, Decision

REASON_LENGTH = 2000

_BY_THE_CLOCK = frozenset({Kind.CLOCK, Kind.VACATION, Kind.BOUNCE})
"""What is written about a clock without anybody's doing."""


def checked_reason(reason: str) -> str:
    """Return the reason as it is kept; raise if there is none, or far too much of it."""
    reason = _cleaned(reason)
    if not 0 < len(reason) <= REASON_LENGTH:
        raise NoReason
    return reason


def checked_message(message: str) -> str:
    """Return the message to the players as it is kept and told; raise if it is far too long."""
    message = _cleaned(message)
    if len(message) > REASON_LENGTH:
        raise LongMessage
    return message


def _cleaned(text: str) -> str:
    # Browsers end lines in their own way, and PostgreSQL stores no NUL.
    return text.replace("\r\n", "\n").replace("\0", "").strip()


@dataclass(frozen=True)
class Ruling:
    """An operator who decides about a game as it stood at a seq, the reason, and a message."""

    operator: User
    public_id: str
    reason: str
    """For the record: only operators read it."""
    expected_seq: int
    revokes: Decision | None = None
    """The earlier decision that is taken back by this one."""
    message: str = ""
    """What the players read in their letters besides the decision; it may be empty."""
    known: Log | None = field(default=None, repr=False, compare=False)
    """What the operator's page has read of it: not read again if nothing was written since."""


def refuse_if_moved_on(log: Log, expected_seq: int) -> None:
    """Raise Stale if anything was done in the game since it had so many entries.

    What the clock enters by itself is nothing done: within seconds after a decision a letter has
    left, and the next decision would be refused for that.
    """
    since = log.entries[max(expected_seq, 0) :]
    if expected_seq > len(log.entries) or any(
        Kind(entry.kind) not in _BY_THE_CLOCK for entry in since
    ):
        raise Stale([{"seq": entry.seq, "kind": entry.kind} for entry in since])


@contextmanager
def deciding(ruling: Ruling) -> Iterator[Log]:
    """Open the log of the game for one decision, in one transaction; raise what speaks against it.

    If the game moved on since the operator looked at it, that is Stale.
    """
    checked_reason(ruling.reason)
    with writing(ruling.public_id, known=ruling.known) as log:
        refuse_if_moved_on(log, ruling.expected_seq)
        refuse_own_game(ruling.operator, log.game)
        end_wait(log)
        try:
            yield log
        except EngineError as error:  # nothing was written
            raise Refused from error


def write_decision(
    log: Log,
    ruling: Ruling,
    act: Act,
    *,
    now: datetime,
    seat: int | None = None,
    text: str = "",
) -> Decision:
    """Return the decision after writing its entry, its row and the audit log; all are told."""
    # Every act is called by the kind of its entry.
    log.append(act.value, seat=seat, person=None, text=text, channel=CHANNEL, time=now)
    return record_decision(log, ruling, act, now=now)


def record_decision(
    log: Log, ruling: Ruling, act: Act, *, now: datetime, replaced: User | None = None
) -> Decision:
    """Return the decision that the last entry carries out, and tell every seat of it."""
    entry = log.entries[-1]
    decision = Decision.objects.create(
        game=log.game,
        seq=entry.seq,
        act=act,
        operator=ruling.operator,
        reason=checked_reason(ruling.reason),
        message=checked_message(ruling.message),
        made_at=now,
        revokes=ruling.revokes,
        replaced=replaced,
    )
    seat = "" if entry.seat is None else f"seat {entry.seat}"
    what = " ".join(filter(None, [act.value, seat, entry.text]))
    note_act(ruling.operator, log.game, what, reason=decision.reason)
    notice_decision(log, now=now)
    return decision


def names_at(table: Table) -> list[str]:
    """Return the names of the players, by seat."""
    return player_names(table.seats)


def name_in(table: Table, seat: int) -> str:
    """Return the name of the player in that seat; raise if there is no such seat."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat
    return names_at(table)[seat]
