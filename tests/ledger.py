"""Records which real servers and browser the tests used, and prints a summary at the end."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

PARTS = ("PostgreSQL", "Redis", "worker", "browser")
"""Parts that a complete run has to use."""


@dataclass
class Ledger:
    """The record of one run: parts used and how, parts missing and why, tests skipped and why."""

    used: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    skipped: list[tuple[str, str]] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write the record to a file, for the command that sums up several runs."""
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")


def read(path: Path) -> Ledger:
    """Return the record in the file; an empty one if the run ended before it could write."""
    if not path.exists():
        return Ledger()
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Ledger(kept["used"], kept["missing"], [(test, why) for test, why in kept["skipped"]])


def together(ledgers: Sequence[Ledger]) -> Ledger:
    """Return one record of several runs; for a part used in several, the first says how."""
    whole = Ledger()
    for ledger in ledgers:
        whole.used = ledger.used | whole.used
        whole.missing |= ledger.missing
        whole.skipped += ledger.skipped
    return whole


def summary(ledger: Ledger) -> list[str]:
    """Return lines with the parts used, and the tests skipped with their reasons."""
    parts = [*PARTS, *sorted(ledger.used.keys() - set(PARTS))]
    lines = ["Really used:"]
    for part in parts:
        story = ledger.used.get(part)
        if story is None:
            why = ledger.missing.get(part)
            story = f"NOT USED: {why}" if why else "not used by the tests that ran"
        lines.append(f"  {part:<11} {story}")
    if not ledger.skipped:
        return [*lines, "Skipped: no test"]
    lines.append(f"SKIPPED tests: {len(ledger.skipped)}")
    reasons = sorted({reason for _, reason in ledger.skipped})
    for reason in reasons:
        count = sum(1 for _, other in ledger.skipped if other == reason)
        lines.append(f"  {count:>4} x {reason}")
    return lines


def shortcomings(ledger: Ledger) -> list[str]:
    """Return a sentence for each part not used and for skipped tests, for `--forbid-skips`."""
    sentences = [f"{part} was not really used." for part in PARTS if part not in ledger.used]
    if ledger.skipped:
        sentences.append(f"Skipped tests: {len(ledger.skipped)}.")
    return sentences
