"""Stiff phrases in docstrings and comments of production code; `tests.check` asks for them."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("accounts", "config", "duel", "engine", "lib", "mail", "static", "support")

_STIFF = re.compile(r"\b([Ww]hoever|[Ss]o long|is none|[Oo]f which)\b")
_COMMENT = re.compile(r"/\*.*?\*/|(?:(?<![:\w])//[^\n]*(?:\n[ \t]*)?)+", re.DOTALL)


def stiff_phrases(folders: Iterable[str] = ROOMS, *, root: Path = ROOT) -> list[str]:
    """Return each place with a stiff phrase, such as `mail/tasks.py:12: whoever`."""
    found = []
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        if path.suffix not in (".py", ".js", ".css") or "migrations" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        remarks = _in_python(text) if path.suffix == ".py" else _in_scripts(text)
        for line, remark in remarks:
            for stiff in _STIFF.finditer(" ".join(remark.split())):
                found.append(f"{path.relative_to(root)}:{line}: {stiff[0].lower()}")
    return found


def _in_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings, also those of constants, and blocks of comments, each with its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)
    block, begins, ends = "", 0, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != ends + 1:
                yield begins, block
                block, begins = "", token.start[0]
            block, ends = f"{block} {token.string.lstrip('#')}", token.start[0]
    yield begins, block


def _in_scripts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a script or style sheet; lines of `//` that follow are one."""
    for found in _COMMENT.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[0].replace("//", " ")
