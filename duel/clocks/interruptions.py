"""What happens to the clocks of all games at once: the service is away, operators add time."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, Value

from duel.models import AddedTime, Outage


@dataclass(frozen=True)
class Interruptions:
    """Outages, from when to when, and what operators added, when and how many seconds."""

    outages: list[tuple[datetime, datetime]] = field(default_factory=list)
    added_times: list[tuple[datetime, int]] = field(default_factory=list)


def interruptions_since(moment: datetime) -> Interruptions:
    """Return what happened to all clocks since then, in order; every move asks for it once."""
    outages = Outage.objects.filter(ended_at__gt=moment).annotate(
        begin=F("began_at"), end=F("ended_at"), added=Value(0)
    )
    added_times = AddedTime.objects.filter(given_at__gte=moment).annotate(
        begin=F("given_at"), end=F("given_at"), added=F("seconds")
    )
    columns = ("begin", "end", "added")
    found = Interruptions()
    rows = outages.values_list(*columns).union(added_times.values_list(*columns), all=True)
    for begin, end, added in sorted(rows):
        if added:
            found.added_times.append((begin, added))
        else:
            found.outages.append((begin, end))
    return found
