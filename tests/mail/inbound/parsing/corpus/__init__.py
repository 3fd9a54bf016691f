"""Raw replies as mail programs write them, and what is to be read of each.

A mail dropped into this folder, with its table in `expected.toml`, is a test.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Reply(NamedTuple):
    """A raw mail, and what is to be read of it."""

    name: str
    program: str
    language: str
    raw: bytes
    text: str
    """The newest text of its writer; empty if the mail is to be refused."""
    reading: str
    """What that asks for: numbers and moves in the notation, other things in a word."""
    problem: str
    """Why it is refused, if it is."""


@cache
def replies() -> list[Reply]:
    """Return all mails of the corpus."""
    tables = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
    return [
        Reply(
            name=name,
            program=table["program"],
            language=table["language"],
            raw=(FOLDER / f"{name}.eml").read_bytes(),
            text=table.get("text", ""),
            reading=table.get("reading", ""),
            problem=table.get("problem", ""),
        )
        for name, table in tables.items()
    ]
