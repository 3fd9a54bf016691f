"""Text in the format of calendars (RFC 5545): escaped, folded, lines ended as it asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

LINE_BYTES = 75
"""A longer line is folded: it goes on in the next one, after a space."""

_ESCAPES = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n", "\r": None})


@dataclass(frozen=True)
class Event:
    """A moment in somebody's calendar; with the same `uid` and a higher `sequence`, it moved."""

    uid: str
    sequence: int
    changed_at: datetime
    at: datetime
    summary: str
    description: str
    url: str


def calendar(events: Iterable[Event], *, name: str, maker: str) -> bytes:
    """Return the calendar of this name with these events, for programs that come again for it."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{_text(maker)}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for event in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_text(event.uid)}",
            f"SEQUENCE:{event.sequence}",
            f"DTSTAMP:{_moment(event.changed_at)}",
            f"LAST-MODIFIED:{_moment(event.changed_at)}",
            f"DTSTART:{_moment(event.at)}",
            f"SUMMARY:{_text(event.summary)}",
            f"DESCRIPTION:{_text(event.description)}",
            f"URL:{event.url}",
            "CLASS:PRIVATE",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _text(text: str) -> str:
    """Return the words as a value; what no calendar may hold is left out."""
    escaped = text.translate(_ESCAPES)
    return "".join(letter for letter in escaped if letter.isprintable() or letter == "\t")


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> bytes:
    """Return the line in pieces of at most 75 bytes; no letter is cut in two."""
    pieces: list[bytes] = []
    piece = b""
    for letter in line:
        encoded = letter.encode()
        if len(piece) + len(encoded) > LINE_BYTES:
            pieces.append(piece)
            piece = b" "
        piece += encoded
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
