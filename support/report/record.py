"""The log of a game as a table, each entry with its hash and problems; a game's page calls it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from support.report.game_report import GameReport

SHORT = 10
"""Digits of a hash: enough to compare it with the one in a letter."""


@dataclass(frozen=True)
class LogRow:
    """One entry."""

    seq: int
    ply: int | None
    kind: str
    seat: int | None
    name: str
    text: str
    channel: str
    at: datetime
    hash: str
    """Empty from the first entry on that is withheld, as its text could be tried out on it."""
    whole_hash: str
    is_taken_back: bool
    is_withheld: bool
    is_unsent: bool
    """Whether its player can take it back."""
    problems: tuple[str, ...]


def log_rows(report: GameReport) -> list[LogRow]:
    """Return the entries, the last one first."""
    problems: defaultdict[int | None, list[str]] = defaultdict(list)
    for problem in report.problems:
        problems[problem.seq].append(f"{problem.field}: {problem.sentence}")
    names = report.names
    rows = [
        LogRow(
            entry.seq,
            ply,
            entry.kind,
            entry.seat,
            names[entry.seat] if entry.seat is not None and entry.seat < len(names) else "",
            "" if report.is_withheld(ply) else entry.text,
            entry.channel,
            datetime.fromisoformat(entry.time),
            shown[:SHORT],
            shown,
            ply is not None and ply in report.taken_back,
            report.is_withheld(ply),
            report.is_unsent(ply),
            tuple(problems[entry.seq]),
        )
        for entry, ply, shown in zip(report.entries, report.plies, report.shown_hashes, strict=True)
    ]
    return rows[::-1]
