"""What was read of a game, carried from its reader to the service that goes on from it."""

from dataclasses import dataclass, field

from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import StoredTable


@dataclass(frozen=True)
class Snapshot:
    """What somebody has read of a game a moment ago, for the service that goes on from it.

    `duel.record.log` alone opens it: whoever carries it sees no more of the game than before.
    """

    _table: StoredTable = field(repr=False)
    _log: ReadOnlyLog = field(repr=False)
