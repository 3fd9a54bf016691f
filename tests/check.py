"""`python -m tests.check [step ...]`: everything that is held without running the code.

The steps run side by side. Each is one line as it ends; the output of a step that failed follows
it. All steps run, so that one call shows all there is to mend.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import polib

from config.translations import catalogues
from tests import plain_words, style_sheets
from tests.config.example import production_environment
from tests.readers import breaches, unused

ROOT = Path(__file__).resolve().parent.parent
_SOURCES = re.compile(r"--(extra-|default-)?index(-url)?\b|--find-links|(PIP|UV)_\w*(INDEX|LINKS)")
_ADDRESSES = re.compile(r"\w+://|file:")
SUPPORTED_PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SUPPORTED_PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin")
"""On these, `make run` and `make test` need no compiler."""

_OF_A_SERVICE = ("DUELPOST_MODE", "DATABASE_URL", "REDIS_URL")


def _tool(*command: str) -> Callable[[Path], str]:
    """Return a step that runs a tool of the virtual environment on an embedded service."""

    def step(data: Path) -> str:
        kept = {name: text for name, text in os.environ.items() if name not in _OF_A_SERVICE}
        return _run([*command], kept | {"DATA_DIR": str(data)} | _deno_in(data))

    return step


def _deno_in(folder: Path) -> dict[str, str]:
    """Return an environment in which Deno keeps its cache in a folder and asks nobody for news."""
    return {"DENO_DIR": str(folder), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


def _run(command: list[str], environment: dict[str, str]) -> str:
    """Return the output of a command that failed, or nothing."""
    # Tools are called as modules of this very Python: no PATH decides which version it is.
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout or f"exit code {done.returncode}"


def deployment(data: Path) -> str:
    """Return what Django's checks say of production with the full example environment."""
    surroundings = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return _run(command, surroundings | production_environment() | {"DATA_DIR": str(data)})


def translations(data: Path) -> str:
    """Return the sentences that a catalogue does not translate."""
    lines = []
    for path in catalogues(ROOT / "locale"):
        catalogue = polib.pofile(str(path))
        for entry in [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]:
            lines.append(f"{path.relative_to(ROOT)}: {entry.msgid}")
    return "\n".join(lines)


def registries(data: Path) -> str:
    """Return the lines of locks and build files that name where packages come from."""
    locks = sorted(ROOT.glob("requirements*.txt"))
    lines = []
    for path in [*locks, ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "docker/Dockerfile"]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if _SOURCES.search(line) or (path in locks and _ADDRESSES.search(line)):
                lines.append(f"{path.relative_to(ROOT)}:{number}: {line}")
    return "\n".join(lines)


def readers(data: Path) -> str:
    """Return where a page, a letter, an answer or a reply could show more than its reader knows."""
    return "\n".join([*breaches(ROOT / "duel"), *unused(ROOT / "duel")])


def wheels(data: Path) -> str:
    """Return the packages of the locks that a supported Python would have to compile."""
    install = ["-m", "uv", "pip", "install", "-r", "requirements-dev.txt", "--target", str(data)]
    install += ["--dry-run", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    lines = []
    for python in SUPPORTED_PYTHONS:
        for platform in SUPPORTED_PLATFORMS:
            machine = ["--python-version", python, "--python-platform", platform]
            if said := _run([*install, *machine], dict(os.environ)):
                lines.append(f"Python {python} on {platform}: {said.strip()}")
    return "\n".join(lines)


def plain(data: Path) -> str:
    """Return the stiff phrases in docstrings and comments."""
    return "\n".join(plain_words.stiff_phrases())


def styles(data: Path) -> str:
    """Return what is wrong with the style sheets."""
    return "\n".join(style_sheets.problems())


STEPS: dict[str, Callable[[Path], str]] = {
    "types": _tool("-m", "mypy"),  # first, because it takes as long as all the others
    "lint": _tool("-m", "ruff", "check", "."),
    "format": _tool("-m", "ruff", "format", "--check", "."),
    "arrows": _tool("-c", "from importlinter.cli import lint_imports_command as c; c()"),
    "migrations": _tool("manage.py", "makemigrations", "--check", "--dry-run"),
    "template format": _tool("-m", "djlint", "templates", "locale", "--check"),
    "template lint": _tool("-m", "djlint", "templates", "locale", "--lint"),
    "script types": _tool("-m", "deno", "check", "--cached-only", "static"),
    "script lint": _tool("-m", "deno", "lint"),
    "script format": _tool("-m", "deno", "fmt", "--check"),  # of style sheets, too
    "style lint": styles,
    "deployment": deployment,
    "translations": translations,
    "registries": registries,
    "readers": readers,
    "plain words": plain,
    "wheels": wheels,
}
"""Each step returns what is wrong, or nothing; it may use the folder it is given."""


def _timed(step: Callable[[Path], str]) -> tuple[str, float]:
    """Return what a step complains of, and the seconds it took; it has a folder of its own."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="duelpost-check-") as folder:
        return step(Path(folder)), time.monotonic() - began


def main(names: list[str]) -> int:
    """Return 0 if every step (of those named) found nothing."""
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        print(f"There is no step {unknown[0]!r}. Steps: {', '.join(STEPS)}.")
        return 2
    failed = []
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as together:
        steps = {together.submit(_timed, STEPS[name]): name for name in names or STEPS}
        try:
            for step in as_completed(steps):
                complaint, seconds = step.result()
                word = "FAILED" if complaint else "ok"
                print(f"{steps[step]:<16} {word:<6} {seconds:6.1f} s", flush=True)
                if complaint:
                    failed.append(steps[step])
                    print(complaint.rstrip(), flush=True)
        except KeyboardInterrupt:
            together.shutdown(cancel_futures=True)  # Ctrl-C ends those that run: they hear it, too
            return 130
    print(f"Failed: {', '.join(failed)}." if failed else "Nothing to mend.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
