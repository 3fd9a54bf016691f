"""Style sheets: what their linter finds, and that a search for a class leads to its use."""

import re
from functools import cache
from pathlib import Path

import django.contrib.admin
import pytest

from tests.style_sheets import ROOT, StyleSheet, read, style_sheets

_WRITTEN_IN = {
    "templates": "*.html",
    "locale": "*.html",
    "static": "*.js",
    **dict.fromkeys(("accounts", "config", "duel", "mail", "support"), "*.py"),
}
_OF_ADMIN = Path(django.contrib.admin.__file__).parent / "templates"
_TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{[^{}]*\}")
_ATTRIBUTE = re.compile(r"""class=\\?"((?:[^"{]|\{%.*?%\}|\{\{.*?\}\}|\{[^{}]*\})*)""")
_GIVEN_TO_TAG = re.compile(r"""\{% symbol \S+ "([\w-]+)" %\}|bodyclass %\}(.*?)\{%""")
_LITERAL = re.compile(r"""["'`]([a-z -]+)["'`]""")
_DRAWS = re.compile(r"""class=|"class"|className|classList|symbol\(""")
"""A script or module without any of these gives no element a class, whatever words it has."""
_PUT_TOGETHER = re.compile(r"""class(?:Name)?\s*[=:]\s*\\?["'`][^"'`<>]*-\$?\{""")


@cache
def sources() -> dict[Path, str]:
    """What may give an element a class; Django's admin gives its own."""
    folders = {ROOT / folder: pattern for folder, pattern in _WRITTEN_IN.items()}
    folders[_OF_ADMIN] = "*.html"
    return {
        path: path.read_text(encoding="utf-8")
        for folder, pattern in folders.items()
        for path in folder.rglob(pattern)
    }


@cache
def written_classes() -> set[str]:
    """The words that stand whole in an attribute `class`, or in a string of what draws elements."""
    found = set()
    for path, text in sources().items():
        groups = _ATTRIBUTE.findall(text)
        if path.suffix == ".html":
            groups += [" ".join(each) for each in _GIVEN_TO_TAG.findall(text)]
        elif _DRAWS.search(text):
            groups += _LITERAL.findall(text)
        found |= {word for each in groups for word in _TAGS.sub(" ", each).split()}
    return found


@pytest.mark.parametrize("sheet", style_sheets(), ids=lambda sheet: sheet.path.stem)
def test_each_class_is_written_out_where_it_is_used(sheet: StyleSheet) -> None:
    assert sheet.selectors
    assert sorted(sheet.classes - written_classes()) == []


def test_no_class_is_put_together_of_pieces() -> None:
    """What varies with a game stands in a data attribute instead: `data-tint`, `data-seats`."""
    found = [
        f"{path}: {match.group()}"
        for path, text in sources().items()
        if not path.is_relative_to(_OF_ADMIN) and (match := _PUT_TOGETHER.search(text))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".a { color: red; color: blue }", "line 1: color is set twice"),
        (".a { color: red }\n.b { }", "line 2: an empty rule"),
        (".a { color: red }\n.a { margin: 0 }", "line 2: a second rule for .a "),
        (".a { color }", "line 1: "),
        (".a { color: red } }", "line 1: "),
        ("@media print { .a { top: 0 } .a { left: 0 } }", "a second rule for .a @media print"),
    ],
)
def test_the_linter_finds_what_is_wrong(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.css"
    path.write_text(text, encoding="utf-8")
    (found,) = read(path).problems
    assert problem in found
