"""Run groups of measurements, print a table and write `build/bench.json`."""

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.quantity import Quantity, say

GROUPS = ("engine", "log", "letters", "clocks", "replies", "table", "splendor", "bots")
ALONE = ("memory", "evening")
"""Groups that bring servers of their own, so that each is measured by itself and by its name."""
RESULTS = Path("build/bench.json")


def measure_group(group: str, draw: int = 1) -> list[Quantity]:
    """Return the quantities of a group: what `measure()` of its module returns.

    Only the bots are told which of their recorded games are drawn.
    """
    name = f"bench.{group}"
    if importlib.util.find_spec(name) is None:
        say(f"{group}: nothing here yet")
        return []
    say(f"{group}: measuring")
    options = {"draw": draw} if group == "bots" else {}
    quantities: list[Quantity] = importlib.import_module(name).measure(**options)
    return quantities


def print_table(quantities: list[Quantity]) -> None:
    """Print each quantity on a line, with what it must be, should be, and how it stands."""
    line = "{:<44} {:>12} {:<10} {:>10} {:>10}  {}"
    print(line.format("quantity", "value", "unit", "must <=", "aim <=", ""))
    for q in quantities:
        bounds = ["" if bound is None else f"{bound:.4g}" for bound in (q.must, q.aim)]
        print(line.format(q.name, f"{q.value:.4g}", q.unit, *bounds, q.verdict).rstrip())


def main(words: Sequence[str] | None = None) -> int:
    """Return 0, or 1 with --strict if a quantity misses what it must be."""
    all_groups = (*GROUPS, *ALONE)
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of: {', '.join(all_groups)}")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a must is missed")
    draw = "which of their recorded games the bots play again"
    parser.add_argument("--draw", type=int, default=1, metavar="N", help=draw)
    arguments = parser.parse_args(words)
    unknown = [group for group in arguments.groups if group not in all_groups]
    if unknown:
        say(f"There is no group {unknown[0]!r}; the groups are: {', '.join(all_groups)}.")
        return 2
    if len(arguments.groups) > 1 and (alone := set(ALONE).intersection(arguments.groups)):
        say(f"{alone.pop()} is measured by itself.")
        return 2

    quantities = [
        q for group in arguments.groups or GROUPS for q in measure_group(group, arguments.draw)
    ]
    print_table(quantities)
    RESULTS.parent.mkdir(exist_ok=True)
    results = {q.name: q.as_json() for q in quantities}
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    missed = any(q.verdict == "MISSED" for q in quantities)
    return int(arguments.strict and missed)


if __name__ == "__main__":
    sys.exit(main())
