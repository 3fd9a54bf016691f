"""The frame of the measurements; what they measure is run by `make bench`."""

import json
from pathlib import Path

import pytest

import bench.__main__ as command
from bench.quantity import Quantity


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_an_unknown_group_is_refused_with_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["engine", "weather"]) == 2
    assert capsys.readouterr().err.startswith("There is no group 'weather'; the groups are: engine")


def test_a_group_with_servers_of_its_own_is_measured_by_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["engine", "memory"]) == 2
    assert capsys.readouterr().err == "memory is measured by itself.\n"


def test_a_group_without_a_module_is_no_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "GROUPS", ("later",))
    assert command.main(["later"]) == 0
    assert "later: nothing here yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "verdict", "strict_code"),
    [(0.5, "aim reached", 0), (1.5, "ok", 0), (2.5, "MISSED", 1)],
)
def test_results_are_printed_and_written(
    value: float,
    verdict: str,
    strict_code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speed = Quantity("engine: speed", value, "K", must=2, aim=1)
    monkeypatch.setattr(command, "measure_group", lambda group, draw: [speed])
    assert command.main(["engine"]) == 0
    assert command.main(["--strict", "engine"]) == strict_code
    assert capsys.readouterr().out.rstrip().endswith(verdict)
    written = json.loads(Path("build/bench.json").read_text(encoding="utf-8"))
    assert written == {
        "engine: speed": {"value": value, "unit": "K", "must": "<= 2", "aim": "<= 1"}
    }


def test_a_quantity_without_bounds_has_no_verdict() -> None:
    assert Quantity("K", 28.1, "ms").verdict == ""
    assert Quantity("K", 28.1, "ms").as_json()["must"] is None
