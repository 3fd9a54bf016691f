"""The languages of the service: each is a folder of `locale/` with all that concerns it.

What reads mail and replies asks here for the words of all languages at once. Nothing here imports
Django: the process that parses mail has none. `docs/languages.md` tells how a language is added.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "locale"
FIRST = "en"
"""English comes first, the others by their codes."""


@cache
def tables_in(file: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what a file such as `mail_programs.toml` holds, for each language by its code."""
    paths = sorted(FOLDER.glob(f"*/{file}"), key=lambda path: path.parent.name)
    read = {path.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    return {code: read[code] for code in sorted(read, key=lambda code: code != FIRST)}


def alternatives(file: str, *keys: str) -> str:
    """Return the expressions that all languages have under these keys, joined as alternatives."""
    found: list[str] = []
    for table in tables_in(file).values():
        part: Any = table
        for key in keys:
            part = part.get(key, {})
        found += [part] if isinstance(part, str) else part
    return "|".join(found)


def words(file: str, *keys: str) -> frozenset[str]:
    """Return the single words or expressions that are such alternatives."""
    return frozenset(filter(None, alternatives(file, *keys).split("|")))
