"""A language is a folder, a file and a line: those that are there, and one that is added."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from engine.languages import LANGUAGES, by_language
from lib.languages import FOLDER, tables_in
from tests.sentences import ROOT
from tests.toy_language.language import add_to, copy_of_the_project

CODES = [code for code, _ in settings.LANGUAGES]
FILES = ("replies.toml", "mail_programs.toml")
OPTIONAL = {"LC_MESSAGES/django.po", "LC_MESSAGES/django.mo", "formats.py"}


def test_each_language_has_its_folder_its_file_and_its_line() -> None:
    assert list(LANGUAGES) == CODES
    assert sorted(path.name for path in FOLDER.iterdir() if path.is_dir()) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_folders_have_the_same_files(code: str) -> None:
    def files(language: str) -> set[str]:
        folder = FOLDER / language
        found = (path for path in folder.rglob("*.*") if "__pycache__" not in path.parts)
        return {str(path.relative_to(folder)) for path in found} - OPTIONAL

    assert files(code) == files("en")


@pytest.mark.parametrize("code", CODES)
def test_no_table_of_words_has_a_name_that_nobody_reads(code: str) -> None:
    """A slip in a name would leave out its words without anybody noticing."""
    told = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "languages.md").read_text("utf-8")))
    for table in (LANGUAGES[code], *(tables_in(file)[code] for file in FILES)):
        assert {*table} - {"duel", "splendor"} <= told
    for part, english in (
        (LANGUAGES[code], LANGUAGES["en"]),
        *((LANGUAGES[code][game], LANGUAGES["en"][game]) for game in ("duel", "splendor")),
    ):
        for kind in ("verbs", "colours", "numbers", "ordinals", "facts", "marks"):
            assert part.get(kind, {}).keys() <= english.get(kind, {}).keys()


def test_a_word_of_one_language_takes_no_mood_from_another() -> None:
    """A word that forbids to play in one language is no word of a move in another alone."""
    for game in ("duel", "splendor"):
        words = {
            code: {
                word
                for kind in ("verbs", "colours", "numbers", "ordinals", "facts", "marks")
                for keys in ((kind,), (game, kind))
                for listed in by_language(*keys).get(code, {}).values()
                for word in listed.split()
            }
            for code in LANGUAGES
        }
        for code, moods in by_language("moods").items():
            forbidding = {word for listed in moods.values() for word in listed.split()}
            elsewhere = set().union(*(words[other] for other in words if other != code))
            assert forbidding & (elsewhere - words[code]) == set(), (game, code)


def test_a_game_is_played_by_mail_in_a_language_that_was_added(tmp_path: Path) -> None:
    project = copy_of_the_project(tmp_path)
    add_to(project)
    kept = {name: text for name, text in os.environ.items() if name not in ("DATA_DIR",)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/toy_language/playing.py", "--on=sqlite", "-q"],
        cwd=project,
        env=kept,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:]
    assert "6 passed" in done.stdout
