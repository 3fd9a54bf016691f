"""Collects the sentences to translate from the source, as GNU gettext would, but without it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "engine", "lib", "mail", "accounts", "duel", "support", "bench")

_ARGUMENTS = {"gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}
_QUOTED = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"\b(_|n?p?gettext)\({_QUOTED}(?:, ?{_QUOTED})?(?:, ?{_QUOTED})?")


class Sentence(NamedTuple):
    """The key of a translation in a catalogue."""

    context: str | None
    text: str
    plural: str


@cache
def sentences_of_the_project() -> dict[Sentence, str]:
    """Return every sentence of code and templates, with a file that contains it."""
    found: dict[Sentence, str] = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for sentence in sentences_of_python(path.read_text("utf-8")):
                found[sentence] = str(path.relative_to(ROOT))
    for path in sorted([*(ROOT / "templates").rglob("*.*"), *(ROOT / "locale").rglob("*.*")]):
        if path.suffix in (".html", ".txt"):
            for sentence in sentences_of_template(path.read_text("utf-8")):
                found[sentence] = str(path.relative_to(ROOT))
    return found


def sentences_of_python(source: str) -> Iterator[Sentence]:
    """Yield what the code hands to gettext; raise if that is not written out in full."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        kind = "gettext" if name == "_" else re.sub(r"_(lazy|noop)$", "", name)
        if kind in _ARGUMENTS:
            given = [_literal(argument) for argument in node.args[: _ARGUMENTS[kind]]]
            yield _sentence(kind, given)


def sentences_of_template(source: str) -> Iterator[Sentence]:
    """Yield what the template has translated."""
    for name, *quoted in _CALL.findall(templatize(source)):
        kind = "gettext" if name == "_" else name
        given = [ast.literal_eval(text) for text in quoted[: _ARGUMENTS[kind]]]
        yield _sentence(kind, given)


def _literal(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"Line {argument.lineno}: gettext cannot find “{ast.unparse(argument)}”.")


def _sentence(kind: str, given: list[str]) -> Sentence:
    context = given.pop(0) if "p" in kind else None
    text, plural = [*given, ""][:2]
    return Sentence(context, text, plural)
