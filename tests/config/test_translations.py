import gettext
import os
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from config.translations import compile_translations

CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Your turn"
msgstr "À vous de jouer"

#, fuzzy
msgid "Resign"
msgstr "Démissionner"

msgid "Rematch"
msgstr ""
"""


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE, encoding="utf-8")
    return tmp_path


def test_it_compiles_what_is_ready_and_leaves_out_what_is_uncertain(locale: Path) -> None:
    [compiled] = compile_translations(locale)

    assert (compiled.language, compiled.ready, compiled.not_ready) == ("fr", 1, 2)
    french = gettext.translation("django", str(locale), ["fr"])
    assert french.gettext("Your turn") == "À vous de jouer"
    assert french.gettext("Resign") == "Resign"
    assert french.gettext("Rematch") == "Rematch"


def test_it_leaves_nothing_but_the_compiled_file(locale: Path) -> None:
    compile_translations(locale)

    assert {path.name for path in locale.rglob("*.*o")} == {"django.po", "django.mo"}


def test_it_compiles_again_only_what_has_changed(locale: Path) -> None:
    compile_translations(locale)
    source = locale / "fr" / "LC_MESSAGES" / "django.po"
    assert compile_translations(locale) == []
    assert len(compile_translations(locale, again=True)) == 1

    later = source.with_suffix(".mo").stat().st_mtime_ns + 1
    os.utime(source, ns=(later, later))

    assert len(compile_translations(locale)) == 1


def test_the_command_prints_the_counts(
    locale: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.LOCALE_PATHS = [locale]

    call_command("compiletranslations")

    assert capsys.readouterr().out == "fr/django: 1 ready, 2 still in English\n"
