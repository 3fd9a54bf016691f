"""Chooses the tests that a change touches first, by words, imports, places and names.

The choice is never complete: pages reach modules through addresses, tasks through names, and some
tests see a module only through the database. `python -m tests --changed` calls it.
"""

import math
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import zip_longest
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "support", "duel", "accounts", "mail", "lib", "engine", "bench")
MOST = 12
"""Test files for one changed file: those whose words are most like its own."""
LEAST = 8
"""Test files that are taken in any case: tests of callers often find more than a module's own."""
LIKE_ENOUGH = 0.4
"""The least likeness of any further file, as a part of that of the file that is most alike."""

_MIRRORS_IT = 2.0
_IMPORTS_IT = 2.0
_IMPORTS_AN_IMPORTER = 1.3
# Measured by planting defects: docs/testing.md.

# Beginnings and endings of paths of files that are no modules.
_BESIDE_CODE = {
    "docs/": ["tests/test_documents.py"],
    "docker/": ["tests/config/test_docker.py", "tests/config/test_docker_scripts.py"],
    "locale/": ["tests/test_translations.py"],
    "static/": ["tests/test_style_sheets.py", "tests/browser/test_site_pages.py"],
    "templates/admin/duel/": [
        "tests/support/admin/test_game_page.py",
        "tests/support/disputes/test_admin.py",
    ],
    "templates/admin/accounts/": [
        "tests/accounts/test_admin.py",
        "tests/support/admin/test_people.py",
    ],
    "templates/admin/mail/": [
        "tests/mail/test_admin.py",
        "tests/support/admin/test_letters.py",
    ],
    "templates/games/duel/": [  # included by a name that the game brings
        "tests/duel/web/test_board_page.py",
        "tests/duel/web/test_watch_page.py",
        "tests/duel/letters/test_turn.py",
        "tests/support/admin/test_game_page.py",
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
    """The test files to run, and for each changed file a line that says why."""

    tests: tuple[str, ...]
    lines: tuple[str, ...]


def changed_files(root: Path = ROOT) -> list[str]:
    """Return what differs from where the branch left `main`, or from HEAD; new files, too."""
    base = _git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    differ = _git(root, "diff", "--name-only", base[0])
    return sorted({*differ, *_git(root, "ls-files", "--others", "--exclude-standard")})


def changed_lines(path: str, root: Path = ROOT) -> str:
    """Return the lines of a file that differ, with the functions that contain them."""
    base = _git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    differ = _git(root, "diff", "--unified=0", base[0], "--", path)
    return "\n".join(line for line in differ[4:] if line[:1] in "+-@")


def choose(changes: Mapping[str, str], root: Path = ROOT) -> Choice:
    """Return the tests that a change touches first; `changes` has the changed lines by file name.

    The lines count as much as the whole file.
    """
    project = _project(root)
    tests: set[str] = set()
    lines = []
    for path, differ in changes.items():
        found = list(dict.fromkeys(project.tests_of(path, differ)))
        tests.update(found[:MOST])
        left = f", {len(found) - MOST} more left out" if len(found) > MOST else ""
        files = f"{min(len(found), MOST)} files of tests" if found else "no test is known"
        lines.append(f"{path}: {files}{left}")
    return Choice(tuple(sorted(tests)), tuple(lines))


@cache
def _project(root: Path) -> "_Project":
    """Return the project in this folder: reading all tests and imports takes half a second."""
    return _Project(root)


@dataclass(frozen=True)
class _Project:
    root: Path

    @cached_property
    def graph(self) -> grimp.ImportGraph:
        packages = [room for room in (*ROOMS, "tests") if (self.root / room).is_dir()]
        return grimp.build_graph(*packages, cache_dir=None)

    def tests_of(self, path: str, lines: str = "") -> Iterator[str]:
        """Yield test files for a file with these changed lines, the best first."""
        place = PurePosixPath(path)
        if place.parts[0] == "tests" and place.name.startswith("test_"):
            yield from [path] if (self.root / path).exists() else []
        elif place.parts[0] == "tests" and place.name == "conftest.py":
            below = self._files(str(place.parent), "**/test_*.py")
            yield from sorted(below, key=lambda test: test.count("/"))  # its own folder first
        elif place.suffix == ".py" and place.parts[0] in (*ROOMS, "tests"):
            yield from self._alike(place, lines)
        for mark, tests in _BESIDE_CODE.items():
            if path.startswith(mark) or path.endswith(mark):
                yield from tests
        if place.parts[0] == "templates":
            named = (
                self.tests_of(name) for name in self._who_names(place.relative_to("templates"))
            )
            yield from _in_turn([iter(self._alike(place, lines)[: MOST // 2]), *named])

    def _mirrored(self, place: PurePosixPath) -> list[str]:
        """Return the tests in the module's own folder, or with its name."""
        room, stem = place.parts[0], place.stem.removesuffix("s")
        named = self._files(f"tests/{room}", f"**/test_*{stem}*.py") if len(stem) > 3 else []
        beside = self._files(f"tests/{place.parent}", "test_*.py") if len(place.parts) > 2 else []
        return sorted(named, key=lambda test: test not in beside) or beside

    @cached_property
    def _words(self) -> "dict[str, Counter[str]]":
        """The words of each test file, its path among them."""
        return {
            test: _words_in(self._text(test) + 3 * f" {test}")
            for test in self._files("tests", "**/test_*.py")
        }

    @cached_property
    def _weights(self) -> dict[str, float]:
        """The weight of each word: the fewer test files have it, the higher."""
        found = Counter(word for words in self._words.values() for word in words)
        return {word: math.log(len(self._words) / count) for word, count in found.items()}

    @cached_property
    def _tests(self) -> dict[str, dict[str, float]]:
        return {test: self._weighed(words) for test, words in self._words.items()}

    def _weighed(self, words: "Counter[str]") -> dict[str, float]:
        """Return the words with their weights, as a vector of length one."""
        weights = {
            word: (1 + math.log(count)) * self._weights.get(word, 0.0)
            for word, count in words.items()
        }
        length = math.hypot(*weights.values()) or 1.0
        return {word: weight / length for word, weight in weights.items()}

    def _alike(self, place: PurePosixPath, differ: str) -> list[str]:
        """Return the tests whose words are most like those of a changed file and its lines."""
        path = str(place)
        whole = self._weighed(_words_in(self._text(path) + 5 * f" {path}"))
        lines = self._weighed(_words_in(differ))
        wanted = {word: whole.get(word, 0) + lines.get(word, 0) for word in {*whole, *lines}}
        near = self._nearness(place) if place.suffix == ".py" else {}
        likeness = {
            test: near.get(test, 1.0) * sum(wanted.get(word, 0) * weights[word] for word in weights)
            for test, weights in self._tests.items()
        }
        enough = LIKE_ENOUGH * max(likeness.values())
        found = sorted((test for test in likeness if likeness[test] > 0), key=likeness.__getitem__)
        found.reverse()
        return [test for at, test in enumerate(found) if at < LEAST or likeness[test] >= enough]

    def _nearness(self, place: PurePosixPath) -> dict[str, float]:
        """Return factors for the likeness of tests that belong to the module."""
        importers = self.graph.find_modules_that_directly_import
        module = _module(place)
        near = importers(module) if module in self.graph.modules else set()
        near_them = {each for one in near for each in importers(one)}
        factors = dict.fromkeys(map(_path_of, near_them), _IMPORTS_AN_IMPORTER)
        factors |= dict.fromkeys(map(_path_of, near), _IMPORTS_IT)
        for test in self._mirrored(place):
            factors[test] = factors.get(test, 1.0) * _MIRRORS_IT
        return factors

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
        quoted = f"[\"']{re.escape(word)}[\"']"
        return re.search(quoted, self._text(path)) is not None

    def _text(self, path: str) -> str:
        place = self.root / path
        return place.read_text("utf-8") if place.exists() else ""

    def _files(self, folder: str, pattern: str) -> list[str]:
        return sorted(
            path.relative_to(self.root).as_posix() for path in (self.root / folder).glob(pattern)
        )


def _in_turn(lists: list[Iterator[str]]) -> Iterator[str]:
    """Yield the first of each list, then the second of each, and so on."""
    for row in zip_longest(*lists):
        yield from (each for each in row if each)


def _module(place: PurePosixPath) -> str:
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if place.name == "__init__.py" else parts)


def _path_of(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _words_in(text: str) -> "Counter[str]":
    """Count whole names and the single words in them."""
    text = text.lower()
    words = (word.rstrip("s") for word in re.findall(r"[a-z]{4,}", text))
    return Counter([*re.findall(r"[a-z_]{5,}", text), *words])


def _git(root: Path, *words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []
