"""The test command runs pytest several times side by side and judges the whole."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tests.__main__ as command
from tests.ledger import PARTS, Ledger
from tests.runs import AT_ONCE, Runs
from tests.services import belongs

Pretend = Callable[..., None]


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Replace each run by a few lines of Python that print its footing and exit as wanted."""

    def let(*, codes: dict[str, int], ledger: Ledger | None = None, then: str = "") -> None:
        def lines(footing: str, folder: Path, arguments: list[str]) -> list[str]:
            if ledger is not None:
                ledger.write(folder / f"{footing}.json")
            together = min(AT_ONCE, len(command.FOOTINGS))
            script = (
                "import pathlib, sys, time\n"
                f"folder = pathlib.Path({str(folder)!r})\n"
                f"(folder / '{footing}.begun').touch()\n"
                f"while len(list(folder.glob('*.begun'))) < {together}:\n"
                "    time.sleep(0.01)\n"  # ends only if so many go on at the same time
                f"print('This is {footing},', {arguments})\n"
                f"{then}\n"
                f"sys.exit({codes.get(footing, 0)})\n"
            )
            return [sys.executable, "-c", script]

        monkeypatch.setattr(command, "_pytest", lines)

    return let


def test_several_go_on_at_once_and_all_are_told_one_after_the_other(
    pretend: Pretend, capfd: pytest.CaptureFixture[str]
) -> None:
    pretend(codes={}, ledger=Ledger(used=dict.fromkeys(PARTS, "really")))

    assert command.main(["--forbid-skips", "-k", "undo"]) == 0

    told = capfd.readouterr().out
    places = [told.index(f"This is {footing}") for footing in command.FOOTINGS]
    assert places == sorted(places)
    assert told.count("['-k', 'undo', '--divided']") == 5
    assert "##### Without a database #####\nThis is nothing" in told
    assert "broke off" not in told


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.runs.AT_ONCE", 1)


def until(sign: Path) -> list[str]:
    """Return a run that lasts until a file exists."""
    script = f"import pathlib\nwhile not pathlib.Path({str(sign)!r}).exists(): pass"
    return [sys.executable, "-c", script]


@pytest.mark.usefixtures("one_at_a_time")
def test_one_that_waits_begins_when_another_ends(tmp_path: Path) -> None:
    runs, sign = Runs(), tmp_path / "sign"
    with runs.ending_together():
        first, second = (runs.add(until(sign), tmp_path / name) for name in ("1", "2"))
        assert first.process is not None
        assert second.process is None
        sign.touch()
        assert [runs.tell(each) for each in (first, second)] == [0, 0]


@pytest.mark.usefixtures("one_at_a_time")
def test_one_that_waits_never_begins_once_all_were_asked_to_end(tmp_path: Path) -> None:
    runs = Runs()
    with runs.ending_together():
        first, second = (runs.add(until(tmp_path / "never"), tmp_path / name) for name in "12")
        os.kill(os.getpid(), signal.SIGTERM)
        assert [runs.tell(each) for each in (first, second)] == [-signal.SIGTERM] * 2
        assert second.process is None


@pytest.mark.parametrize("footing", command.FOOTINGS)
def test_one_that_fails_fails_the_whole(footing: str, pretend: Pretend) -> None:
    pretend(codes={footing: 1}, ledger=Ledger(used=dict.fromkeys(PARTS, "really")))

    assert command.main(["--forbid-skips"]) == 1


def test_one_that_is_killed_fails_the_whole_and_is_named(
    pretend: Pretend, capfd: pytest.CaptureFixture[str]
) -> None:
    pretend(codes={}, then="import os; os.kill(os.getpid(), 9)")

    assert command.main([]) == 9

    assert capfd.readouterr().out.count("broke off before its end (exit code -9)") == 5


def test_runs_that_find_nothing_to_do_are_no_failure_unless_all_are(pretend: Pretend) -> None:
    pretend(codes=dict.fromkeys([*command.FOOTINGS][:-1], 5), ledger=Ledger())
    assert command.main([]) == 0

    pretend(codes=dict.fromkeys(command.FOOTINGS, 5), ledger=Ledger())
    assert command.main([]) == 5


def test_a_green_suite_that_used_too_little_is_red_where_skipping_is_forbidden(
    pretend: Pretend, capfd: pytest.CaptureFixture[str]
) -> None:
    pretend(codes={}, ledger=Ledger(used={"PostgreSQL": "15", "worker": "5", "browser": "1"}))

    assert command.main(["--forbid-skips"]) == 1

    assert "Redis was not really used." in capfd.readouterr().out


@pytest.mark.parametrize(
    ("fixtures", "marks", "footings"),
    [
        (["tmp_path"], [], ["nothing"]),
        (["db", "ada"], [], ["postgresql", "sqlite"]),
        (["worker", "transactional_db"], [], ["commits", "sqlite"]),
        ([], [pytest.mark.django_db], ["postgresql", "sqlite"]),
        ([], [pytest.mark.django_db, pytest.mark.words], ["sqlite"]),
        (["transactional_db"], [pytest.mark.words], ["commits", "sqlite"]),
        (
            [],
            [pytest.mark.django_db(transaction=True), pytest.mark.words],
            ["commits", "sqlite"],
        ),
        (["page", "live_server"], [], ["browser"]),
        (["db"], [pytest.mark.only_on("sqlite")], ["sqlite"]),
        ([], [pytest.mark.only_on("postgresql")], ["postgresql"]),
        (["transactional_db"], [pytest.mark.only_on("postgresql")], ["commits"]),
    ],
)
def test_every_test_has_its_run_and_what_needs_the_database_has_two(
    fixtures: list[str], marks: list[pytest.MarkDecorator], footings: list[str]
) -> None:
    known = {mark.name: mark.mark for mark in marks}
    test: Any = SimpleNamespace(fixturenames=fixtures, get_closest_marker=known.get)

    found = sorted(each for each in command.FOOTINGS if belongs(test, each, divided=True))
    assert found == sorted(footings)
    # Plain pytest, which is not divided, leaves out only what is about the other footing.
    of_the_other = "only_on" in known and footings == ["sqlite"]
    assert belongs(test, "postgresql", divided=False) == (not of_the_other)
