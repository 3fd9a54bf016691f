"""Tests `tests/changed.py`: the tests chosen for a change, and that they are called a choice."""

import subprocess
from pathlib import Path

import pytest

import tests.__main__ as command
from tests.changed import MOST, changed_files, changed_lines, choose
from tests.ledger import Ledger


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/duel/play/test_play.py", "tests/duel/play/test_play.py"),  # itself
        ("tests/duel/clocks/minutes.py", "tests/duel/clocks/test_any_course.py"),  # imports it
        ("tests/mail/conftest.py", "tests/mail/test_admin.py"),  # stands beside it
        ("engine/course.py", "tests/engine/test_course.py"),  # bears its name
        ("duel/games/duel/sheet.py", "tests/duel/games/duel/test_sheet.py"),  # mirrors its place
        ("duel/lobby/calendar.py", "tests/duel/lobby/test_calendar.py"),  # imports who imports it
        ("templates/games/duel/board_cells.html", "tests/duel/web/test_board_page.py"),
        ("templates/duel/linked/deadline.html", "tests/duel/toy/test_clocks.py"),  # included
        ("templates/letters/digest.subject.txt", "tests/duel/letters/test_digests.py"),
        ("templates/letters/digest.txt", "tests/duel/letters/test_kinds.py"),
        ("locale/it/LC_MESSAGES/django.po", "tests/test_translations.py"),
        ("README.md", "tests/test_documents.py"),
    ],
)
def test_a_changed_file_brings_its_tests_along(path: str, test: str) -> None:
    assert test in choose({path: ""}).tests


@pytest.mark.parametrize(
    ("path", "line", "test"),
    [
        ("accounts/middleware.py", "SEEN_AGAIN_AFTER", "tests/accounts/test_sessions.py"),
        ("duel/api/answers.py", '"is_you": seat', "tests/duel/api/test_playing.py"),
        ("duel/web/challenge.py", "declined = ", "invitations/test_declining.py"),
        ("duel/seats/newcomers.py", "def take_seat", "tests/duel/toy/test_vacant_seats.py"),
        ("accounts/services/authority.py", "if role else", "admin/test_giving_roles.py"),
    ],
)
def test_tests_that_import_nothing_of_a_module_are_found_by_its_words(
    path: str, line: str, test: str
) -> None:
    """A defect planted in each of these lines is found by the test."""
    lines = [each for each in Path(path).read_text("utf-8").splitlines() if line in each]
    assert lines
    assert [each for each in choose({path: "\n".join(lines)}).tests if each.endswith(test)]


def test_only_the_nearest_tests_of_a_module_that_all_import_are_taken() -> None:
    choice = choose({"duel/record/log.py": "", "engine/errors.py": ""})
    assert MOST <= len(choice.tests) <= 2 * MOST
    assert any(line.endswith(" more left out") for line in choice.lines)


def test_a_file_of_which_no_test_is_known_is_named() -> None:
    choice = choose({"LICENSE": "", "tests/test_that_is_gone.py": ""})
    assert choice.tests == ()
    assert choice.lines == (
        "LICENSE: no test is known",
        "tests/test_that_is_gone.py: no test is known",
    )


def test_changed_is_what_the_branch_and_the_folder_hold_beyond_main(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@duelpost.example")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for name in ("same", "edited", "committed"):
        (tmp_path / name).write_text("as it was")
    git("add", ".")
    git("commit", "-m", "Begin")
    git("checkout", "-b", "topic")
    (tmp_path / "committed").write_text("on the branch")
    git("commit", "-am", "Go on")
    (tmp_path / "edited").write_text("not committed")
    (tmp_path / "new").write_text("not known")
    assert changed_files(tmp_path) == ["committed", "edited", "new"]
    assert changed_lines("edited", tmp_path).splitlines()[1:] == ["-as it was", "+not committed"]
    assert changed_lines("new", tmp_path) == ""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], list[str]]]:
    """The footings and arguments of the runs that the command would begin."""
    begun: list[tuple[list[str], list[str]]] = []

    def note(footings: list[str], arguments: list[str]) -> tuple[list[int], Ledger]:
        begun.append((footings, arguments))
        return [0], Ledger()

    monkeypatch.setattr(command, "_side_by_side", note)
    return begun


def test_the_command_runs_what_was_chosen_and_says_that_it_is_not_the_whole(
    begun: list[tuple[list[str], list[str]]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "changed_files", lambda: ["tests/test_runs.py", "LICENSE"])
    assert command.main(["--changed", "-x"]) == 0
    assert begun == [(list(command.FOOTINGS), ["-x", "tests/test_runs.py", "--divided"])]
    told = capsys.readouterr().out
    assert "Chosen, and not the whole suite:\n  tests/test_runs.py\n" in told
    assert "LICENSE: no test is known" in told


def test_where_nothing_was_chosen_nothing_has_passed(
    begun: list[tuple[list[str], list[str]]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "changed_files", lambda: ["LICENSE"])
    assert command.main(["--changed"]) != 0
    assert not begun
    assert "No test was chosen" in capsys.readouterr().out


def test_for_the_engine_alone_no_server_is_looked_for(
    begun: list[tuple[list[str], list[str]]],
) -> None:
    command.main(["tests/engine/duel", "-k", "undo"])
    command.main(["tests/engine", "tests/mail"])
    assert [footings for footings, _ in begun] == [["nothing"], list(command.FOOTINGS)]
