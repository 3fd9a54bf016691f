"""Reading what happened to the clocks of all games at once."""

from datetime import datetime

from django.db import connection

from duel.clocks.interruptions import Interruptions
from duel.models import AddedTime, Outage

# Every letter asks this, and to build it anew each time costs more than the answer.
_SINCE = (
    f"SELECT id, began_at, ended_at, 0 AS added FROM {Outage._meta.db_table}"  # noqa: S608
    " WHERE ended_at > %s UNION ALL"
    f" SELECT id, given_at, given_at, seconds FROM {AddedTime._meta.db_table}"
    " WHERE given_at >= %s ORDER BY 2"
)


def interruptions_since(moment: datetime) -> Interruptions:
    """Return what happened to all clocks since then, in order, in one query."""
    since = connection.ops.adapt_datetimefield_value(moment)
    found = Interruptions()
    for row in Outage.objects.raw(_SINCE, [since, since]):
        added: int = row.added  # type: ignore[attr-defined]
        if added:
            found.added_times.append((row.began_at, added))
        else:
            found.outages.append((row.began_at, row.ended_at))
    return found
