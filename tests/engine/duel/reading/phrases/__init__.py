"""What people write, in a table for each language, and what it means.

A line has three columns: a position of `reader_positions.py`, what is written there (`\\n` is the
end of a line), and the moves it means with `; ` between them, or a hyphen and why a careful reader
would play nothing: a negation, a question, a condition, a choice, thanks, a tale of the past or of
others, a hedge, something for later, something unclear or wrong, or no move at all.

Most of it was written before the reader that reads it, the rest without trying it first.
"""

from pathlib import Path
from typing import NamedTuple

LANGUAGES = {"en": "english", "fr": "french", "it": "italian"}


class Phrase(NamedTuple):
    """One line of a table; `moves` is empty where nothing is to be played, and `why` says why."""

    language: str
    position: str
    text: str
    moves: tuple[str, ...]
    why: str


def phrases(language: str) -> list[Phrase]:
    """Return the table of a language."""
    lines = Path(__file__).with_name(f"{LANGUAGES[language]}.tsv").read_text(encoding="utf-8")
    found = []
    for line in lines.splitlines():
        if line.startswith("#"):
            continue
        position, text, meant = line.split("\t")
        moves = () if meant.startswith("-") else tuple(meant.split("; "))
        why = "" if moves else meant.removeprefix("-")
        found.append(Phrase(language, position, text.replace("\\n", "\n"), moves, why))
    return found
