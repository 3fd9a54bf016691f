"""Builds a language of invented words: each English word backwards, between a z and an o.

It has three plural forms, another word for “and” before a vowel, months without capitals and the
year first. Only what `docs/languages.md` names is written: a folder, a file and a line.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polib

from tests.sentences import ROOT

CODE = "io"
"""Django knows that name, and nobody offers it here."""

ROOMS = ("accounts", "config", "duel", "engine", "lib", "locale", "mail", "support", "templates")
_WORDS = re.compile(
    r"<[^<>]*>|\{[%{].*?[%}]\}|\{\w*\}|%\(\w+\)[sd]|%%|%[sd]|&#?\w+;|\\.|https?://\S+|\S+@\S+"
    r"|(?P<word>[A-Za-z]{2,})",
    re.DOTALL,
)
_FORMATS = """DATE_FORMAT = "Y.n.j"
LOWER_CASE_NAMES = True
AND_CHANGES_BEFORE = tuple("aeiou")
"""
_HEADER = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Plural-Forms": "nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);",
}
_ENGLISH_ONLY = {"contractions", "slips", "negating_ending", "maybe_choice", "ordinal_endings"}
_OWN_SENTENCES = {
    "j N Y, H:i": "Y.n.j H.i",
    "l j F, H:i": "l, Y F j, H.i",
    "%(most)s and %(last)s": "%(most)s zdnao %(last)s",
}


def translated(text: str) -> str:
    """Return a text with each of its words translated: “Take” is “Zekato”."""

    def word(match: re.Match[str]) -> str:
        if not match["word"]:
            return match[0]
        made = f"z{match[0][::-1].lower()}o"
        return made.capitalize() if match[0][0].isupper() else made

    return _WORDS.sub(word, text)


def copy_of_the_project(folder: Path) -> Path:
    """Return a copy of all that the service and its tests need, to be changed at will."""
    for room in (*ROOMS, "tests"):
        shutil.copytree(ROOT / room, folder / room)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / "static").symlink_to(ROOT / "static")
    return folder


def add_to(project: Path) -> None:
    """Add the language to a project."""
    ours, english = project / "locale" / CODE, project / "locale" / "en"
    for page in [*english.rglob("*.html"), *english.rglob("*.txt")]:
        _write(ours / page.relative_to(english), translated(page.read_text("utf-8")))
    for name in ("replies.toml", "mail_programs.toml"):
        _write(ours / name, _toml(_tree(tomllib.loads((english / name).read_text("utf-8")))))
    _write(ours / "formats.py", _FORMATS)
    _write_catalogue(ours / "LC_MESSAGES" / "django.po")
    words = tomllib.loads((project / "engine" / "languages" / "en.toml").read_text("utf-8"))
    kept = {name: table for name, table in words.items() if name not in _ENGLISH_ONLY}
    own = {"in_its_texts": {"choice": translated("or")}}
    _write(project / "engine" / "languages" / f"{CODE}.toml", _toml(_tree(kept) | own))
    settings = project / "config" / "settings.py"
    source, lines = re.subn(
        r'(for code in \("en", [^)]*)\)', rf'\1, "{CODE}")', settings.read_text("utf-8")
    )
    assert lines == 1
    settings.write_text(source)


def _write_catalogue(path: Path) -> None:
    """Write each sentence that the French have; French plurals have two forms, these have three."""
    catalogue = polib.POFile()
    catalogue.metadata = _HEADER
    for entry in polib.pofile(str(ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po")):
        made = polib.POEntry(msgid=entry.msgid, msgctxt=entry.msgctxt)
        if entry.msgid_plural:
            few = f"{translated(entry.msgid_plural)}"
            some = few + "i" if entry.msgid_plural == "%(count)d days" else few
            made.msgid_plural = entry.msgid_plural
            made.msgstr_plural = {0: translated(entry.msgid), 1: some, 2: few}
        elif entry.msgctxt == "where “and” changes":
            made.msgstr = entry.msgid.replace("and", "zdnad")
        else:
            made.msgstr = _OWN_SENTENCES.get(entry.msgid) or translated(entry.msgid)
        catalogue.append(made)
    path.parent.mkdir(parents=True)
    catalogue.save(str(path))


def _tree(node: Any) -> Any:
    """Return what a TOML file holds with the words in it translated, `<time>` and `{x}` left."""
    if isinstance(node, Mapping):
        return {key: _tree(part) for key, part in node.items()}
    if isinstance(node, list):
        return [_tree(part) for part in node]
    return translated(node) if isinstance(node, str) else node


def _toml(tree: Mapping[str, Any], *above: str) -> str:
    values = {key: part for key, part in tree.items() if not isinstance(part, Mapping)}
    lines = [f"[{'.'.join(above)}]"] if above else []
    lines += [f"{json.dumps(key)} = {json.dumps(part)}" for key, part in values.items()]
    tables = (_toml(part, *above, key) for key, part in tree.items() if isinstance(part, Mapping))
    return "\n".join([*lines, *tables, ""])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
