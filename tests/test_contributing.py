"""What holds for each change: hooks, the workflow and subjects of commits."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.check import STEPS
from tests.subjects import VERBS, complaint

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    "message",
    [
        "Add a room for what others share",
        "Fix the clock of a game\n\nIt ran on.",
        "Merge limits of the web server",
        'Revert "Add a room"',
    ],
)
def test_a_subject_that_says_what_was_done(message: str) -> None:
    assert complaint(message) == ""


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Fix",
        "Fixed the clock",
        "fix the clock",
        "The clock runs on",
        "Fix the clock.",
        "Fix " + "x" * 68,
        "\nFix the clock",
    ],
)
def test_a_subject_that_does_not(message: str) -> None:
    assert complaint(message)


def test_the_hook_refuses_a_commit_by_its_exit_code(tmp_path: Path) -> None:
    message = tmp_path / "message"
    for subject, code in (("Fix the clock", 0), ("Clock", 1)):
        message.write_text(subject, encoding="utf-8")
        command = [sys.executable, "-m", "tests.subjects", str(message)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, bool(done.stderr)) == (code, bool(code))


def test_the_guide_names_all_verbs() -> None:
    assert ", ".join(VERBS[:-1]) in " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())


def test_hooks_call_tools_of_the_project() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    steps: set[str] = set()
    for hook in config["repos"][0]["hooks"]:
        words = shlex.split(hook["entry"])
        assert words[0] in (".venv/bin/python", "make"), hook
        if words[1:3] == ["-m", "tests.check"]:
            steps.update(words[3:])
    assert steps
    assert steps <= set(STEPS)


def test_the_workflow_judges_as_everybody_does() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    [job] = yaml.safe_load(text)["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run"
    assert os.access(ROOT / ".ci/run", os.X_OK)
