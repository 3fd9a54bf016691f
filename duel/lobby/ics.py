"""Events as a calendar file (RFC 5545), for the calendar feed.

Import it where it is used: workers and the scheduler spare the memory that `icalendar` takes.
"""

from collections.abc import Iterable
from datetime import UTC, timedelta

import icalendar

from duel.lobby.calendar import Event

REFRESH = timedelta(hours=1)


def calendar(events: Iterable[Event], *, name: str, maker: str) -> bytes:
    """Return the calendar of this name with these events."""
    made = icalendar.Calendar()
    made.add("version", "2.0")
    made.add("prodid", maker)
    made.add("calscale", "GREGORIAN")
    made.add("method", "PUBLISH")
    # By itself the library would neither escape these names nor say of what type the interval is.
    made.add("name", icalendar.vText(_printable(name)))
    made.add("x-wr-calname", icalendar.vText(_printable(name)))
    made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", icalendar.vDuration(REFRESH))
    for event in events:
        made.add_component(_component(event))
    content: bytes = made.to_ical(sorted=False)
    return content


def _component(event: Event) -> icalendar.Event:
    made = icalendar.Event()
    made.add("uid", event.uid)
    made.add("sequence", event.sequence)
    made.add("dtstamp", event.changed_at.astimezone(UTC))
    made.add("last-modified", event.changed_at.astimezone(UTC))
    made.add("dtstart", event.at.astimezone(UTC))
    made.add("summary", _printable(event.summary))
    made.add("description", _printable(event.description))
    made.add("url", event.url)
    made.add("class", "PRIVATE")
    made.add("transp", "TRANSPARENT")
    return made


def _printable(words: str) -> str:
    """Return the words without what no calendar may hold: the library would let it through."""
    return "".join(letter for letter in words if letter.isprintable() or letter in "\t\n")
