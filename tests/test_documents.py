"""What the documents name is there: files, pictures, commands and targets of make."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docker/*.md")]
ROOMS = "accounts|bench|config|docker|docs|duel|engine|lib|locale|mail|static|templates|tests"


@pytest.fixture(params=DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_every_link_and_picture_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!\w+:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_every_file_it_names_is_there(document: Path) -> None:
    names = re.findall(rf"`((?:{ROOMS})/[\w./-]*)`", document.read_text(encoding="utf-8"))
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_every_command_it_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    commands = set(re.findall(r"(?:manage\.py|duelpost-manage) ([a-z]+)", text))
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands - get_commands().keys() == set()
    assert targets - set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) == set()
