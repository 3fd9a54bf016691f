"""The rooms, the arrows between them, and the house rules that a machine can hold."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.readers import breaches, unused

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "support", "duel", "accounts", "mail", "lib", "engine")
ROOMS = {*PACKAGES, "templates", "static", "locale", "docker", "docs", "bench", "tests"}
MADE_HERE = {"var", "build"}
_LINT = "from importlinter.cli import lint_imports_command as lint; lint()"


def _sources() -> Iterator[Path]:
    for room in (*PACKAGES, "bench", "tests"):
        yield from sorted((ROOT / room).rglob("*.py"))


def _lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _LINT, "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_arrows_between_the_rooms_hold() -> None:
    done = _lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


AGAINST_THE_ARROWS = [
    ("duel", "config.settings"),
    ("support", "config.settings"),
    ("support/decisions", "support.disputes.handling"),
    ("duel", "support.roles"),
    ("accounts", "duel.apps"),
    ("accounts", "engine"),
    ("mail", "accounts.models"),
    ("mail", "engine"),
    ("lib", "mail.apps"),
    ("lib", "engine"),
    ("engine", "duel.apps"),
    ("engine", "lib.signing"),
    ("engine", "django.db"),
    ("engine/duel", "engine.bots"),
    ("duel/clocks", "duel.record.log"),
    ("duel/play", "duel.lobby.proposals"),
    ("duel/play", "duel.bots.playing"),
    ("duel/bots", "duel.replies.answers"),
    ("support", "duel.web.urls"),
    ("duel/web", "engine.duel.facts"),
    ("duel/letters", "duel.games.duel.vocabulary"),
    ("duel/letters", "duel.games.splendor.printed_cards"),
    ("duel/replies", "engine.splendor.facts"),
    ("duel/games/duel", "duel.games.splendor.printed_cards"),
    ("duel/games/splendor", "duel.games.duel.vocabulary"),
    ("duel/games/gems", "engine.splendor.facts"),
    ("duel/web", "duel.record.log"),
    ("duel/letters", "duel.record.read_only_log"),
    ("duel/api", "duel.record.reading"),
    ("duel/replies", "duel.record.finality"),
    ("duel/record", "duel.perspective.perspective"),
    ("support/report", "duel.record.finality"),
]


@pytest.fixture(scope="module")
def lint_of_planted_imports(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says of a copy of the rooms, in which all of these are planted at once."""
    folder = tmp_path_factory.mktemp("planted")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.pyc"))
    for number, (room, imported) in enumerate(AGAINST_THE_ARROWS):
        source = f"def later() -> None:\n    import {imported}\n"
        (folder / room / f"planted_{number}.py").write_text(source, encoding="utf-8")
    done = _lint_imports(folder)
    assert done.returncode == 1
    return done.stdout


@pytest.mark.parametrize(("room", "imported"), AGAINST_THE_ARROWS)
def test_an_import_against_the_arrows_is_caught(
    room: str, imported: str, lint_of_planted_imports: str
) -> None:
    number = AGAINST_THE_ARROWS.index((room, imported))
    planted = f"{room}/planted_{number}".replace("/", ".")
    assert re.search(rf"{re.escape(planted)}\b", lint_of_planted_imports)


def test_each_top_level_folder_is_a_room() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    visible = {name for name in folders if not name.startswith((".", "__"))}
    assert visible - MADE_HERE == ROOMS


def test_tests_lie_where_the_room_or_module_lies_that_they_are_about() -> None:
    a_game_of_the_tests = ROOT / "duel" / "toy"
    homes = {
        ROOT / path.parent.relative_to(ROOT / "tests")
        for room in (*PACKAGES, "bench")
        for path in (ROOT / "tests" / room).rglob("test_*.py")
    }
    lost = {home for home in homes if not home.is_dir() and not home.with_suffix(".py").is_file()}
    assert lost == {a_game_of_the_tests}


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    load_all = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "import importlib, pkgutil, engine\n"
        "for module in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
    )
    # -S leaves site-packages out: nothing that was installed can be imported.
    subprocess.run([sys.executable, "-I", "-S", "-c", load_all], check=True)


def test_the_tests_of_the_engine_run_where_there_is_no_django(tmp_path: Path) -> None:
    (tmp_path / "no_django.py").write_text(
        "import sys\nsys.modules['django'] = None\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "tests/engine", "-o", "addopts=", "-q"]
    apart = ["--confcutdir=tests/engine", "-p", "no_django", "-p", "no:django"]
    quick = ["-p", "no:cacheprovider", "-k", "test_randomness or test_canonical or test_games"]
    done = subprocess.run(
        [*command, *apart, *quick],
        cwd=ROOT,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_is_named_after_its_reason_to_exist() -> None:
    nameless = {"utils", "util", "helpers", "common", "misc"}
    assert [path for path in _sources() if path.stem in nameless] == []


def test_no_module_is_too_long_to_be_one_thought() -> None:
    # Above 400 lines it is time for a hard look: is this one module or two? Tests are tables,
    # and so are migrations.
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in _sources()
        if path.relative_to(ROOT).parts[0] != "tests" and "migrations" not in path.parts
    }
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_nothing_is_read_from_outside_the_repository() -> None:
    outside = re.compile("|".join([r"\.\./" + "shared", "/work" + "/", "/root" + "/"]))
    for path in [*_sources(), ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "manage.py"]:
        found = outside.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(ROOT)} names {found}"


BREACHES = {
    "web/game": "from duel.models import Game",
    "letters": "from duel.models import LogEntry",
    "api": "from duel.perspective.perspective import log_behind",
    "replies": "from duel.play.moves import log_after",
}


@pytest.fixture(scope="module")
def copy_of_the_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy") / "duel"
    shutil.copytree(ROOT / "duel", copy, ignore=shutil.ignore_patterns("*.pyc"))
    assert list(breaches(copy)) == []
    return copy


@pytest.mark.parametrize("room", BREACHES)
def test_what_people_read_cannot_take_an_unfiltered_game(
    room: str, copy_of_the_games: Path
) -> None:
    planted = copy_of_the_games / room / "planted.py"
    planted.write_text(f"def later():\n    {BREACHES[room]}\n", encoding="utf-8")
    name = BREACHES[room].rpartition(" ")[2]
    found = list(breaches(copy_of_the_games))
    planted.unlink()
    assert found == [f"duel/{room}/planted.py takes {name}"]


def test_every_exception_for_readers_is_still_needed() -> None:
    assert list(unused(ROOT / "duel")) == []


LOOKS = {
    "page": "perspective.game.entries.count()",
    "letter": "perspective.seats[0].game.save()",
    "answer": "story_sentences(game, [], [], None) and title_for(game)",
    "reply": "play(public_id='', seat=0, expected_ply=0, moves=[], channel='', known=perspective)",
}


@pytest.fixture(scope="module")
def type_check_of_looks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the type checker says of a module in which a function for each of these stands."""
    planted = tmp_path_factory.mktemp("planted") / "planted.py"
    planted.write_text(
        "from duel.games.stories import story_sentences\n"
        "from duel.models import Game, KnownGame\n"
        "from duel.perspective.perspective import Perspective\n"
        "from duel.play.moves import play\n"
        "def title_for(game: KnownGame) -> str:\n    return game.public_id\n"
        + "".join(
            f"def show_{look}(perspective: Perspective, game: Game) -> object:\n"
            f"    return {source}\n"
            for look, source in LOOKS.items()
        ),
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--no-error-summary", str(planted)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("look", LOOKS)
def test_what_shows_too_much_does_not_type_check(look: str, type_check_of_looks: str) -> None:
    line = 8 + 2 * list(LOOKS).index(look)
    assert f"planted.py:{line}: error" in type_check_of_looks


@pytest.mark.parametrize("private", ["_log", "_position", "_table"])
def test_nobody_opens_what_a_perspective_keeps_to_itself(private: str, tmp_path: Path) -> None:
    source = f"def show(perspective):\n    return perspective.{private}\n"
    command = [sys.executable, "-m", "ruff", "check", "--select", "SLF", "-"]
    for room in BREACHES:
        done = subprocess.run(
            [*command, "--stdin-filename", f"duel/{room}/planted.py"],
            cwd=ROOT,
            input=source,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "SLF001" in done.stdout


def test_nobody_computes_the_other_seat() -> None:
    """There may be several: `duel.words.naming.others` names them."""
    computed = re.compile(r"\b1 - \w*\.?(seat|number|winner|reader|viewer|sits)\b")
    sources = [*(ROOT / "duel").rglob("*.py"), *(ROOT / "config").rglob("*.py")]
    found = [path for path in sources if computed.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in found] == []
