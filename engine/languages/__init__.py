"""The words of moves, a file for each language (`docs/languages.md`), merged by what they mean."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FIRST = "en"
"""English comes first, the others by their codes."""

LANGUAGES: Mapping[str, Mapping[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(
        Path(__file__).parent.glob("*.toml"), key=lambda path: (path.stem != FIRST, path.stem)
    )
}
"""What is known of each language, by its code."""


def by_language(*keys: str) -> dict[str, Any]:
    """Return what stands under these keys in each language that has them."""
    found: dict[str, Any] = dict(LANGUAGES)
    for key in keys:
        found = {code: part[key] for code, part in found.items() if key in part}
    return found


def words_in(*keys: str) -> frozenset[str]:
    """Return the words that any language has under these keys."""
    return frozenset(word for listed in by_language(*keys).values() for word in listed.split())


def table_in(*keys: str) -> dict[str, str]:
    """Return a table of all languages as one: for each meaning the words that have it."""
    merged: dict[str, str] = {}
    for table in by_language(*keys).values():
        for meaning, listed in table.items():
            merged[meaning] = f"{merged[meaning]} {listed}" if meaning in merged else listed
    return merged


def rows_in(*keys: str) -> list[dict[str, Any]]:
    """Return the rows of an array of tables, of all languages."""
    return [row for rows in by_language(*keys).values() for row in rows]
