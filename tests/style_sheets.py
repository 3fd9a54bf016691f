"""Reads the style sheets in `static/` with tinycss2; `make check` and tests look for problems."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django.contrib.admin
import tinycss2

ROOT = Path(__file__).resolve().parent.parent
_NESTED = ("media", "container", "supports", "keyframes")
_OF_ADMIN = Path(django.contrib.admin.__file__).parent / "static" / "admin" / "css"
"""Django's own, which `admin.css` is loaded beside."""
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")


@dataclass
class StyleSheet:
    """One style sheet: its rules and its problems."""

    path: Path
    selectors: list[str] = field(default_factory=list)
    declarations: list[tuple[str, str]] = field(default_factory=list)
    """Names and values."""
    problems: list[str] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        """The classes that its selectors name."""
        return {name for each in self.selectors for name in _CLASS.findall(_bare(each))}

    @property
    def variables(self) -> set[str]:
        """The variables that it sets."""
        return {name for name, _ in self.declarations if name.startswith("--")}

    @property
    def read_variables(self) -> set[str]:
        """The variables that it reads."""
        return {
            name
            for _, value in self.declarations
            for name in re.findall(r"var\(\s*(--[\w-]+)", value)
        }


def style_sheets() -> list[StyleSheet]:
    """Return all style sheets, read."""
    return [read(path) for path in sorted((ROOT / "static").rglob("*.css"))]


def read(path: Path) -> StyleSheet:
    """Return a style sheet with its problems: syntax errors and duplicates."""
    sheet = StyleSheet(path)
    _read_rules(sheet, tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), True, True), "")
    return sheet


def _read_rules(sheet: StyleSheet, rules: list[Any], around: str) -> None:
    seen: set[str] = set()
    for rule in rules:
        if rule.type == "error":
            sheet.problems.append(f"line {rule.source_line}: {rule.message}")
            continue
        head = " ".join(tinycss2.serialize(rule.prelude).split())
        if rule.type == "at-rule":
            if rule.lower_at_keyword in _NESTED:
                inner = tinycss2.parse_rule_list(rule.content, True, True)
                _read_rules(sheet, inner, f"@{rule.lower_at_keyword} {head}")
            elif rule.content is not None:
                _read_declarations(sheet, rule)
            continue
        if head in seen:
            sheet.problems.append(f"line {rule.source_line}: a second rule for {head} {around}")
        seen.add(head)
        sheet.selectors.append(head)
        _read_declarations(sheet, rule)


def _read_declarations(sheet: StyleSheet, rule: Any) -> None:
    names: set[str] = set()
    found = tinycss2.parse_blocks_contents(rule.content, True, True)
    if not found:
        sheet.problems.append(f"line {rule.source_line}: an empty rule")
    for each in found:
        if each.type != "declaration":
            words = each.message if each.type == "error" else "a rule in a rule"
            sheet.problems.append(f"line {each.source_line}: {words}")
            continue
        if each.name in names:
            sheet.problems.append(f"line {each.source_line}: {each.name} is set twice")
        names.add(each.name)
        sheet.declarations.append((each.name, tinycss2.serialize(each.value).strip()))


def _bare(selector: str) -> str:
    """Return a selector without the values of attributes."""
    return re.sub(r'"[^"]*"', "", selector)


def problems() -> Iterator[str]:
    """Yield the problems of all style sheets, a line each."""
    sheets = style_sheets()
    of_admin = [read(path) for path in _OF_ADMIN.glob("*.css")]
    every_set = set().union(*(sheet.variables for sheet in [*sheets, *of_admin]))
    every_read = set().union(*(sheet.read_variables for sheet in sheets))
    for sheet in sheets:
        name = sheet.path.relative_to(ROOT)
        for problem in sheet.problems:
            yield f"{name}, {problem}"
        yield from (
            f"{name}: nothing reads {each}" for each in sorted(sheet.variables - every_read)
        )
        yield from (
            f"{name}: nothing sets {each}" for each in sorted(sheet.read_variables - every_set)
        )
