"""`python -m tests [--forbid-skips] [--changed] [arguments of pytest]`: the suite in one command.

It runs pytest five times, several side by side (docs/testing.md), and fails if any run fails. With
`--forbid-skips` it also fails if a test was skipped, or if PostgreSQL, Redis, the worker or the
browser was not used. With `--changed` it runs only the tests chosen by `tests/changed.py`.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.changed import changed_files, changed_lines, choose
from tests.ledger import Ledger, read, shortcomings, summary, together
from tests.runs import Runs

FOOTINGS = {
    "sqlite": "On an SQLite file",
    "postgresql": "On PostgreSQL and Redis",
    "commits": "On PostgreSQL and Redis, with transactions that commit",
    "nothing": "Without a database",
    "browser": "In a browser, on PostgreSQL and Redis",
}
"""The runs, the longest first: they begin in this order."""

_NOTHING_COLLECTED = 5
# A test that hangs ends the run, with a traceback of where it hangs.
_LIMIT = ["-o", "faulthandler_timeout=600", "-o", "faulthandler_exit_on_timeout=true"]


def main(arguments: list[str]) -> int:
    """Return the exit code of the whole: 0 only if every run passed."""
    forbid_skips = "--forbid-skips" in arguments
    only_changed = "--changed" in arguments
    ours = ("--forbid-skips", "--changed")
    arguments = [argument for argument in arguments if argument not in ours]
    if only_changed:
        touched = _tests_of_change()
        if not touched:
            return _NOTHING_COLLECTED
        arguments += touched
    chosen = [footing for footing in FOOTINGS if f"--on={footing}" in arguments]
    if not chosen:
        # The engine knows no database: for its tests alone, no server is looked for.
        paths = [argument for argument in arguments if argument.startswith("tests/")]
        is_engine = bool(paths) and all(path.startswith("tests/engine") for path in paths)
        chosen = ["nothing"] if is_engine else list(FOOTINGS)
        arguments.append("--divided")
    codes, whole = _side_by_side(chosen, arguments)
    print("", *summary(whole), sep="\n")
    failures = [code for code in codes if code not in (0, _NOTHING_COLLECTED)]
    if failures:
        return abs(failures[0])
    if forbid_skips and (sentences := shortcomings(whole)):
        print("\nSkipping is forbidden here:", *sentences, sep="\n  ")
        return 1
    return min(codes)


def _tests_of_change() -> tuple[str, ...]:
    """Return the tests that a change touches first, and print why each was chosen."""
    choice = choose({path: changed_lines(path) for path in changed_files()})
    print(*choice.lines, sep="\n")
    if choice.tests:
        print("\nChosen, and not the whole suite:", *choice.tests, sep="\n  ", flush=True)
    else:
        print("\nNo test was chosen: run the whole suite.")
    return choice.tests


def _side_by_side(footings: Sequence[str], arguments: Sequence[str]) -> tuple[list[int], Ledger]:
    """Return the exit codes of all runs, and one ledger of what they used."""
    codes: list[int] = []
    ledgers: list[Ledger] = []
    runs = Runs()
    # The runs write into the folder until they end.
    with tempfile.TemporaryDirectory(prefix="duelpost-runs-") as name, runs.ending_together():
        folder = Path(name)
        outputs = [None, *(folder / f"{footing}.txt" for footing in footings[1:])]
        begun = [
            runs.add(_pytest(footing, folder, arguments), output)
            for footing, output in zip(footings, outputs, strict=True)
        ]
        for footing, run in zip(footings, begun, strict=True):
            print(f"\n##### {FOOTINGS[footing]} #####", flush=True)
            codes.append(runs.tell(run))
            path = _ledger(folder, footing)
            ledgers.append(read(path))
            if not path.exists():
                print(f"This run broke off before its end (exit code {codes[-1]}).")
    return codes, together(ledgers)


def _pytest(footing: str, folder: Path, arguments: Sequence[str]) -> list[str]:
    kept = ["-o", f"cache_dir=.pytest_cache/{footing}"]  # each remembers its own failures
    own = [f"--on={footing}", f"--ledger={_ledger(folder, footing)}", *kept]
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return [sys.executable, "-m", "pytest", *_LIMIT, *own, *colour, *arguments]


def _ledger(folder: Path, footing: str) -> Path:
    return folder / f"{footing}.json"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
