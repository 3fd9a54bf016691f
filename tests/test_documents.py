"""What papers and docstrings name is there: files, pictures, modules, functions, commands."""

import re
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest
from django.apps import apps
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docker/*.md")]
SOURCES = [
    path
    for room in ("accounts", "bench", "config", "duel", "engine", "lib", "mail", "support", "tests")
    for path in sorted((ROOT / room).rglob("*.py"))
]
WRITTEN_IN = {
    ".py",
    ".js",
    ".css",
    ".html",
    ".txt",
    ".toml",
    ".yml",
    ".yaml",
    ".sh",
    ".json",
    ".csv",
}
TABLES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/where-to-change-what.md", "docs/ways.md")
ROOMS = (
    "accounts|bench|config|docker|docs|duel|engine|lib|locale|mail|static|support|templates|tests"
)


@pytest.fixture(params=DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_every_link_and_picture_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!\w+:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_every_file_it_names_is_there(document: Path) -> None:
    names = paths_in(document.read_text(encoding="utf-8"))
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_every_command_it_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    commands = set(re.findall(r"(?:manage\.py|duelpost-manage) ([a-z]+)", text))
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands - get_commands().keys() == set()
    assert targets - set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) == set()


def test_every_module_and_function_it_names_is_there(document: Path) -> None:
    assert dead_names(document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("table", TABLES)
def test_every_bare_name_in_the_tables_is_there(table: str) -> None:
    text = (ROOT / table).read_text(encoding="utf-8")
    files = set(re.findall(r"`(\w+\.(?:py|csv|js|css|html|txt|svg))`", text))
    names = set(re.findall(r"`(\w+)(?:\(\))?`", text))
    there = {path.name for path in files_of_rooms()}
    assert (files - there, names - words_of_code()) == (set(), set())


def test_docstrings_and_comments_name_what_is_there() -> None:
    dead = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        gone = [name for name in paths_in(text) if not (ROOT / name).exists()]
        if found := [*gone, *dead_names(text)]:
            dead[str(path.relative_to(ROOT))] = found
    assert dead == {}


def test_the_architecture_is_one_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= 1500


@pytest.mark.parametrize("name", ["duel.record.log.nothing", "duel.table.seen", "lib.gone.name"])
def test_a_dead_name_is_found(name: str) -> None:
    assert dead_names(f"Call `{name}` or `duel.play.moves.play(…)`, never `settings.DEBUG`.") == [
        name
    ]


def paths_in(text: str) -> list[str]:
    """Return the paths of files and folders that a text names."""
    return re.findall(rf"`((?:{ROOMS})/[\w./-]*)`", text)


def dead_names(text: str) -> list[str]:
    """Return the dotted names of our packages in a text that nothing bears."""
    packages = "accounts|config|duel|engine|lib|mail|tests"
    names = re.findall(rf"`((?:{packages})(?:\.\w+)+)(?:\([^`]*\))?`", text)
    others = re.compile(r"\.[EW]\d{3}$|\.example$|\.py$|\.html$")  # checks, domains, files
    asked = (name for name in names if not others.search(name) and name not in permissions())
    return [name for name in asked if not _is_there(name)]


@cache
def permissions() -> set[str]:
    """Return the permissions of all models, as `app.codename`."""
    return {
        f"{model._meta.app_label}.{codename}"
        for model in apps.get_models()
        for codename in (
            *(codename for codename, _ in model._meta.permissions),
            *(f"{act}_{model._meta.model_name}" for act in model._meta.default_permissions),
        )
    }


def _is_there(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@cache
def files_of_rooms() -> list[Path]:
    """Return all files of ours, but for papers and catalogues of words."""
    rooms = [room for room in ROOMS.split("|") if room not in ("docs", "locale")]
    return [path for room in rooms for path in (ROOT / room).rglob("*.*")]


@cache
def words_of_code() -> set[str]:
    """Return every word of our code and templates, but for what stands in backticks in Python."""
    words: set[str] = set()
    for path in files_of_rooms():
        if path.suffix in WRITTEN_IN:
            text = path.read_text(encoding="utf-8")
            words.update(re.findall(r"\w+", re.sub(r"`[^`\n]*`", "", text)))
            words.add(path.stem)
    return words
