"""`python -m tests [--forbid-skips] [arguments of pytest]`: the whole suite in one command.

It runs pytest twice: on PostgreSQL and Redis with the browser, then, for all that touches the
database, on an SQLite file. It fails if either fails. With `--forbid-skips` it also fails if a
test was skipped, or if PostgreSQL, Redis, the worker or the browser was not really used.
"""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType

from tests.ledger import Ledger, read, shortcomings, summary, together

ROOT = Path(__file__).resolve().parent.parent
FOOTINGS = {"postgresql": "PostgreSQL and Redis", "sqlite": "an SQLite file"}
_NOTHING_COLLECTED = 5
_SECONDS_TO_TIDY_UP = 30
# A test that hangs ends the run, with a traceback of where it hangs.
_LIMIT = ["-o", "faulthandler_timeout=180", "-o", "faulthandler_exit_on_timeout=true"]


def main(arguments: list[str]) -> int:
    """Return the exit code of the whole: 0 only if every run passed."""
    forbid_skips = "--forbid-skips" in arguments
    arguments = [argument for argument in arguments if argument != "--forbid-skips"]
    chosen = [footing for footing in FOOTINGS if f"--on={footing}" in arguments]
    codes: list[int] = []
    ledgers: list[Ledger] = []
    with tempfile.TemporaryDirectory(prefix="duelpost-ledgers-") as folder:
        for footing in chosen or FOOTINGS:
            print(f"\n##### On {FOOTINGS[footing]} #####", flush=True)
            path = Path(folder) / f"{footing}.json"
            codes.append(_pytest([f"--on={footing}", f"--ledger={path}", *arguments]))
            ledgers.append(read(path))
            if not path.exists():
                print(f"The run on {FOOTINGS[footing]} broke off before its end.")
            if codes[-1] in (2, 3, 4) or codes[-1] < 0:  # interrupted, broken, misused, killed
                break
    whole = together(ledgers)
    print("", *summary(whole), sep="\n")
    failures = [code for code in codes if code not in (0, _NOTHING_COLLECTED)]
    if failures:
        return abs(failures[0])
    if forbid_skips and (sentences := shortcomings(whole)):
        print("\nSkipping is forbidden here:", *sentences, sep="\n  ")
        return 1
    return min(codes)


def _pytest(arguments: list[str]) -> int:
    """Return pytest's exit code; a request to end is passed on to it and waited for, not for ever.

    Killing pytest is safe: what it started ends with it.
    """
    command = [sys.executable, "-m", "pytest", *_LIMIT, *arguments]
    with subprocess.Popen(command, cwd=ROOT) as process:

        def pass_on(number: int, frame: FrameType | None) -> None:
            if number == signal.SIGALRM:
                process.kill()
                return
            if number != signal.SIGINT:  # the terminal sends Ctrl-C to pytest as well
                process.send_signal(number)
            signal.alarm(_SECONDS_TO_TIDY_UP)

        for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGALRM):
            signal.signal(name, pass_on)
        return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
