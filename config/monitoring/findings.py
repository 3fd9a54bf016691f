"""What the doctor says of one part of the service."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One line of the report: `ok`, `warning` or `wrong`, what was looked at, what was seen."""

    grade: str
    part: str
    words: str
    hint: str = ""
