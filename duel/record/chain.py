"""Whether a log is what was written: only then anything is added to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duel.errors import BrokenGame
from engine.record import Entry

if TYPE_CHECKING:
    from duel.record.log import Log


def refuse_broken(log: "Log") -> None:
    """Raise BrokenGame unless the log, its game's row held, ends where the game says it does.

    Its last entry is the last that was written, and fits its own hash and the position replayed.
    """
    refuse_other_end(log)
    refuse_other_last_entry(log)


def refuse_other_end(log: "Log") -> None:
    """Raise BrokenGame unless the log ends in the head and the number that its game has."""
    if (len(log.entries), log.head) != (log.game.seq, log.game.head):
        raise _ends_elsewhere(log)


def refuse_other_last_entry(log: "Log") -> None:
    """Raise BrokenGame unless the last entry fits its own hash and the position replayed."""
    if not log.entries:
        return
    last = log.entries[-1]
    if last.hash != last.computed_hash() or last.state_hash != log.course.state_hash:
        raise BrokenGame(log.game, f"Entry {last.seq} is not what was written.")


def ends_as_written(log: "Log") -> bool:
    """Return whether the log ends where its game says it does, and as it was written there."""
    try:
        refuse_broken(log)
    except BrokenGame:
        return False
    return True


def refuse_broken_chain(log: "Log", entries: Sequence[Entry]) -> None:
    """Raise BrokenGame unless what is stored is one chain up to what its game was last read with.

    Whether each hash fits its entry is left to `replaygames`: here it would cost too much.
    """
    known = log.game.seq
    if known > len(entries):
        raise _ends_elsewhere(log)
    before = log.header.hash
    for place, entry in enumerate(entries, 1):
        if (entry.seq, entry.prev_hash) != (place, before):
            raise BrokenGame(log.game, f"Entry {entry.seq} does not follow the one before it.")
        before = entry.hash
    if log.game.head != (entries[known - 1].hash if known else log.header.hash):
        raise BrokenGame(log.game, f"Entry {known} is not what was written.")


def _ends_elsewhere(log: "Log") -> BrokenGame:
    found, written = len(log.entries), log.game.seq
    return BrokenGame(log.game, f"The log ends at entry {found}, and {written} were written.")
