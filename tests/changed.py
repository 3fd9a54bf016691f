"""Which tests a change touches first, as far as imports, places and names tell.

It is a quick look and never the whole: pages reach modules through addresses, tasks through names,
and what comes from the database is seen by tests that import nothing of it.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "duel", "accounts", "mail", "lib", "engine", "bench")
MOST = 12
"""Test files that one changed file brings along: those that import least, so they mean it most."""
FARTHEST = 3
"""Imports between a test and a module, where no test imports it directly."""

# Beginnings and endings of paths of what is no module, or is found by more than its name.
_BESIDE_CODE = {
    "docs/": ["tests/test_documents.py"],
    "docker/": ["tests/config/test_docker.py", "tests/config/test_docker_scripts.py"],
    "locale/": ["tests/test_translations.py"],
    "static/": ["tests/test_style_sheets.py", "tests/browser/test_site_pages.py"],
    "templates/admin/duel/": [
        "tests/duel/operators/admin/test_game_page.py",
        "tests/duel/operators/disputes/test_admin.py",
    ],
    "templates/admin/accounts/": [
        "tests/accounts/test_admin.py",
        "tests/duel/operators/admin/test_people.py",
    ],
    "templates/admin/mail/": [
        "tests/mail/test_admin.py",
        "tests/duel/operators/admin/test_letters.py",
    ],
    "templates/games/duel/": [  # included by a name that the game brings
        "tests/duel/web/test_board_page.py",
        "tests/duel/web/test_watch_page.py",
        "tests/duel/letters/test_turn.py",
        "tests/duel/operators/admin/test_game_page.py",
    ],
    "templates/games/gems/": [
        "tests/duel/web/test_board_page.py",
        "tests/duel/games/splendor/test_letters.py",
    ],
    "templates/games/splendor/": ["tests/duel/games/splendor/test_letters.py"],
    "templates/letters/": ["tests/duel/letters/test_kinds.py", "tests/accounts/test_letters.py"],
    "pyproject.toml": ["tests/test_architecture.py"],
    ".md": ["tests/test_documents.py"],
}


@dataclass(frozen=True)
class Choice:
    """The test files to run, and a line about each changed file that says why."""

    tests: tuple[str, ...]
    lines: tuple[str, ...]


def changed_files(root: Path = ROOT) -> list[str]:
    """Return what differs from where the branch left `main`, or from HEAD; new files, too."""
    base = _git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    differ = _git(root, "diff", "--name-only", base[0])
    return sorted({*differ, *_git(root, "ls-files", "--others", "--exclude-standard")})


def choose(paths: Iterable[str], root: Path = ROOT) -> Choice:
    """Return the tests that these changed files, named from the root, touch first."""
    project = _Project(root)
    tests: set[str] = set()
    lines = []
    for path in paths:
        found = list(dict.fromkeys(project.tests_of(path)))
        tests.update(found[:MOST])
        left = f", {len(found) - MOST} more left out" if len(found) > MOST else ""
        files = f"{min(len(found), MOST)} files of tests" if found else "no test is known"
        lines.append(f"{path}: {files}{left}")
    return Choice(tuple(sorted(tests)), tuple(lines))


@dataclass(frozen=True)
class _Project:
    root: Path

    @cached_property
    def graph(self) -> grimp.ImportGraph:
        packages = [room for room in (*ROOMS, "tests") if (self.root / room).is_dir()]
        return grimp.build_graph(*packages, cache_dir=None)

    def tests_of(self, path: str) -> Iterator[str]:
        """Yield test files, the most fitting first."""
        place = PurePosixPath(path)
        if place.parts[0] == "tests" and place.name.startswith("test_"):
            yield from [path] if (self.root / path).exists() else []
        elif place.parts[0] == "tests" and place.name == "conftest.py":
            below = self._files(str(place.parent), "**/test_*.py")
            yield from sorted(below, key=lambda test: test.count("/"))  # its own folder first
        elif place.suffix == ".py" and place.parts[0] in (*ROOMS, "tests"):
            yield from self._mirrored(place)
            yield from self._importers(_module(place))
        for mark, tests in _BESIDE_CODE.items():
            if path.startswith(mark) or path.endswith(mark):
                yield from tests
        if place.parts[0] == "templates":
            for name in self._who_names(place.relative_to("templates")):
                yield from self.tests_of(name)

    def _mirrored(self, place: PurePosixPath) -> list[str]:
        """Return the tests that stand where the module does, or bear its name."""
        room, stem = place.parts[0], place.stem.removesuffix("s")
        named = self._files(f"tests/{room}", f"**/test_*{stem}*.py") if len(stem) > 3 else []
        beside = self._files(f"tests/{place.parent}", "test_*.py") if len(place.parts) > 2 else []
        return sorted(named, key=lambda test: test not in beside) or beside

    def _importers(self, module: str) -> list[str]:
        """Return the nearest tests that import the module; those that import least come first."""
        near, seen = {module} & self.graph.modules, {module}
        for _ in range(FARTHEST):
            near = {
                each for one in near for each in self.graph.find_modules_that_directly_import(one)
            } - seen
            seen |= near
            if tests := [each for each in near if each.rpartition(".")[2].startswith("test_")]:
                imports = self.graph.find_modules_directly_imported_by
                tests.sort(key=lambda test: (len(imports(test)), test))
                return [f"{test.replace('.', '/')}.py" for test in tests]
        return []

    def _who_names(self, template: PurePosixPath) -> Iterator[str]:
        """Yield the modules that name a template, or a template around it."""
        names, known = [template], {template}
        while names:
            name = names.pop()
            for path in self._files(".", "templates/**/*.*"):
                around = PurePosixPath(path).relative_to("templates")
                if around not in known and self._quotes(path, str(name)):
                    known.add(around)
                    names.append(around)
            # A letter has several templates: its module names it without folder and endings.
            is_letter = name.parts[0] == "letters"
            word = name.name.partition(".")[0] if is_letter else str(name)
            for path in (path for room in ROOMS for path in self._files(room, "**/*.py")):
                if self._quotes(path, word) and (not is_letter or "letters" in path):
                    yield path

    def _quotes(self, path: str, word: str) -> bool:
        said = f"[\"']{re.escape(word)}[\"']"
        return re.search(said, (self.root / path).read_text("utf-8")) is not None

    def _files(self, folder: str, pattern: str) -> list[str]:
        return sorted(
            path.relative_to(self.root).as_posix() for path in (self.root / folder).glob(pattern)
        )


def _module(place: PurePosixPath) -> str:
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if place.name == "__init__.py" else parts)


def _git(root: Path, *words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []
