"""Every regular expression of the rooms, found by walking their code.

Those of modules are taken from the modules, with the methods by which they are called anywhere;
those written in a function are compiled from what is written there. One that a function puts
together is made by calling that function: `made.py` has to know how.
"""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("lib", "mail", "accounts", "duel", "support", "engine", "config")
METHODS = ("match", "fullmatch", "search", "sub", "split", "findall", "finditer")


@dataclass(frozen=True)
class Found:
    """A regular expression and one method by which it is called."""

    where: str
    pattern: re.Pattern[Any]
    method: str

    def run(self, text: Any) -> object:
        """Let it go through the text as the code does."""
        match self.method:
            case "match" | "fullmatch" | "search":
                return getattr(self.pattern, self.method)(text)
            case "split":
                return self.pattern.split(text)
            case _:  # these three differ in what they give back
                return sum(1 for _ in self.pattern.finditer(text))


@cache
def sources() -> Mapping[str, ast.Module]:
    """Return the code of every module of the rooms by its name with dots."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[name.removesuffix(".__init__")] = ast.parse(path.read_text())
    return found


def of_modules() -> Iterator[Found]:
    """Yield the expressions that modules hold, alone or in tables."""
    trees = sources()
    everywhere = _methods_by_name(*trees.values())
    seen = set()
    for module_name, tree in trees.items():
        if not any(isinstance(node, ast.Name) and node.id == "re" for node in ast.walk(tree)):
            continue
        here = _methods_by_name(tree)
        for name, value in vars(importlib.import_module(module_name)).items():
            for pattern in _patterns_in(value):
                if id(pattern) not in seen:
                    seen.add(id(pattern))
                    methods = (here if name.startswith("_") else everywhere).get(name)
                    for method in sorted(methods or {"fullmatch", "search"}):
                        yield Found(f"{module_name}.{name}", pattern, method)


def _methods_by_name(*trees: ast.Module) -> dict[str, set[str]]:
    """Return by which methods each name is called there, as `_HEAD` by `fullmatch`.

    A method that is handed on, as in `map(_ROBOTS.match, …)`, counts.
    """
    found: dict[str, set[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            holder = node.value
            while isinstance(holder, ast.Subscript):  # a table of expressions
                holder = holder.value
            name = getattr(holder, "id", None) or getattr(holder, "attr", None)
            if name:
                found.setdefault(name, set()).add(node.attr)
    return found


def _patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _patterns_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _patterns_in(each)
    elif isinstance(getattr(value, "regex", None), re.Pattern):
        yield value.regex


def in_functions() -> Iterator[tuple[str, Found | None]]:
    """Yield where a function calls `re` itself, with what it calls if that is written there."""
    for module_name, tree in sources().items():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                for node in ast.walk(function):
                    if _is_call_of_re(node):
                        where = f"{module_name}.{getattr(function, 'name', 'lambda')}"
                        yield where, _written(where, node)


def _is_call_of_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in (*METHODS, "compile", "subn")
    )


def _written(where: str, node: Any) -> Found | None:
    first = node.args[0]
    if not isinstance(first, ast.Constant):
        return None
    flags = re.NOFLAG
    for value in [*node.args[1:], *(word.value for word in node.keywords)]:
        for part in ast.walk(value):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                flag = getattr(re, part.attr, None) if part.value.id == "re" else None
                flags |= flag if isinstance(flag, re.RegexFlag) else re.NOFLAG
    method = node.func.attr if node.func.attr in METHODS else "search"
    return Found(where, re.compile(first.value, flags), method)
