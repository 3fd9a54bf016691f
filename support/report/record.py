"""The log of a game as a table: each entry with whether the chain of hashes is unbroken there."""

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
        for entry, ply, shown in zip(
            report.entries, report.plies(), _shown_hashes(report), strict=True
        )
    ]
    return rows[::-1]


def _shown_hashes(report: GameReport) -> list[str]:
    """Return the hash of each entry, empty where it could tell what is withheld.

    Legal moves are few: whoever knows a hash could try each. Every later hash rests on it.
    """
    is_sealed = False
    hashes = []
    for entry, ply in zip(report.entries, report.plies(), strict=True):
        is_sealed = is_sealed or report.is_withheld(ply)
        hashes.append("" if is_sealed else entry.hash)
    return hashes
