"""What happens to the clocks of all games at once: the service is away, operators add time."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Interruptions:
    """Outages, from when to when, and what operators added, when and how many seconds."""

    outages: list[tuple[datetime, datetime]] = field(default_factory=list)
    added_times: list[tuple[datetime, int]] = field(default_factory=list)
