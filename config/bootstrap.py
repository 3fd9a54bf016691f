"""Makes `.venv` and installs the pinned packages: `python3 config/bootstrap.py runtime` (or `dev`).

It needs only the standard library, and the grammar of Python 3.8, so that an old Python gets a
sentence instead of a syntax error.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.json"
"""What was installed, written last: a folder without it is unfinished and is made anew."""

# The runtime lock lies within the dev lock, so `dev` brings both.
LOCKS = {"runtime": ["requirements.txt"], "dev": ["requirements.txt", "requirements-dev.txt"]}


class SetupError(Exception):
    """One plain sentence that tells why there is nothing to run."""


def bootstrap(wanted: str) -> None:
    """Bring `.venv` to the state of the lock; nothing happens if it is there already."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this is the one file an old Python reads
        raise SetupError(
            f"Duelpost needs Python 3.11 or newer, and this is {sys.version.split()[0]}. "
            "If a newer one is installed, name it: make run PYTHON=python3.12"
        )
    with (ROOT / "requirements.txt").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two first runs at once would install over each other
        home = {"python": sys.version, "venv": str(VENV)}
        state = home | {name: digest(name) for name in LOCKS[wanted]}
        installed = read_stamp()
        if state.items() <= installed.items() and (VENV / "bin" / "python").exists():
            return
        if not home.items() <= installed.items():
            make_venv()
        STAMP.unlink(missing_ok=True)
        install(LOCKS[wanted][-1])
        STAMP.write_text(json.dumps(state, indent=1), encoding="utf-8")


def digest(name: str) -> str:
    """Return the SHA-256 of a lock."""
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


def read_stamp() -> dict[str, str]:
    """Return what a finished installation left, or nothing."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp


def make_venv() -> None:
    """Make `.venv` anew, with pip in it."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "Python's venv module is missing. On Debian and Ubuntu it is a package of its own: "
            f"apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        )
    print("Making .venv", flush=True)
    # A process of its own, isolated: this file's folder must not be searched for modules.
    made = subprocess.run(  # noqa: S603 - our own words only
        [sys.executable, "-I", "-m", "venv", "--clear", str(VENV)],
        check=False,
        capture_output=True,
        text=True,
    )
    if made.returncode:
        raise SetupError(f"The folder .venv cannot be made. {explain(made.stdout + made.stderr)}")


def install(lock: str) -> None:
    """Install a lock with pip, every package checked against its hash, and show how far it is."""
    pip = [str(VENV / "bin" / "python"), "-I", "-m", "pip"]
    options = ["--require-hashes", "--no-deps", "--retries=2", "--disable-pip-version-check"]
    process = subprocess.Popen(  # noqa: S603 - our own words only
        [*pip, "install", *options, "--progress-bar=off", "--no-input", "-r", lock],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output: list[str] = []
    reader = threading.Thread(target=output.extend, args=[process.stdout or ()], daemon=True)
    reader.start()
    total = len(re.findall(r"^[a-z0-9]", (ROOT / lock).read_text(encoding="utf-8"), re.M))
    progress = Progress()
    try:
        while reader.is_alive():
            reader.join(timeout=0.2)
            progress.show(stage(output, total))
    finally:
        process.terminate()  # only an interruption finds it still running
        process.wait()
        progress.end()
    if process.returncode:
        raise SetupError(f"The packages of {lock} were not installed. {explain(''.join(output))}")


def stage(output: list[str], total: int) -> str:
    """Return how far pip has come, read from what it has printed and unpacked so far."""
    lines = list(output)
    total -= sum(line.startswith("Ignoring ") for line in lines)  # meant for another Python
    # "Collecting django==5.2" from the registry, "Processing ./django-5.2.whl" from a folder.
    fetched = [line.split()[1] for line in lines if re.match("(Collecting|Processing) ", line)]
    if any(line.startswith("Installing collected") for line in lines):
        unpacked = sum(1 for _ in VENV.glob("lib/python*/site-packages/*.dist-info"))
        return f"Installing packages: {min(unpacked, total)} of {total}"
    if fetched:
        name = re.split(r"==|-\d", os.path.basename(fetched[-1]))[0]
        return f"Fetching packages: {len(fetched)} of {total}: {name}"
    return f"Fetching packages: {total} in all"


def explain(output: str) -> str:
    """Return one sentence on why venv or pip failed, from its output."""
    lowered = output.lower()
    for sign, sentence in (
        ("no space left", "The disk is full."),
        ("read-only file system", "The folder is read-only."),
        ("permission denied", "The folder cannot be written to by this user."),
        ("do not match the hashes", "A package differs from the pinned one: check the registry."),
        ("connection", "The package registry cannot be reached: check the network."),
        ("name resolution", "The package registry cannot be reached: check the network."),
    ):
        if sign in lowered:
            return sentence
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or ["No reason was given."])[-1]


class Progress:
    """A line that is rewritten on a terminal, and lines one by one elsewhere."""

    def __init__(self) -> None:
        self.shown = ""
        self.terminal = sys.stdout.isatty()

    def show(self, text: str) -> None:
        """Show the text if it is news."""
        if text != self.shown:
            print(f"\r\033[K{text}" if self.terminal else text, end=self._end(), flush=True)
            self.shown = text

    def end(self) -> None:
        """Leave the line."""
        if self.terminal and self.shown:
            print(flush=True)

    def _end(self) -> str:
        return "" if self.terminal else "\n"


def main() -> int:
    """Return 0 when `.venv` is ready; otherwise say why not."""
    try:
        bootstrap(sys.argv[1])
    except SetupError as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print("Stopped before all was installed; the next run starts over.", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"Duelpost cannot be set up in this folder. {explain(str(error))}", file=sys.stderr)
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
