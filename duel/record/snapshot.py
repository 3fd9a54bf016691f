"""What a reader has just replayed, carried to the service that writes next.

Pages and letters pass it to services that play.
"""

from dataclasses import dataclass, field

from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import StoredTable


@dataclass(frozen=True)
class Snapshot:
    """What somebody has read of a game a moment ago, for the service that goes on from it.

    Only `duel.record.log` opens it: its carrier sees no more of the game than before.
    """

    _table: StoredTable = field(repr=False)
    _log: ReadOnlyLog = field(repr=False)
