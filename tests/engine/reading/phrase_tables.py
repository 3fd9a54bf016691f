"""Tables of what people write about a game, one for each language, and what it means.

A line has three columns: a position of the game's `reader_positions.py`, what is written there
(`\\n` is the end of a line), and the moves it means with `; ` between them, or a hyphen and why a
careful reader would play nothing: a negation, a question, a condition, a choice, thanks, a tale of
the past or of others, a hedge, something for later, something unclear or wrong, or no move at all.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from engine import languages
from engine.turn import TurnReading

LANGUAGES = tuple(languages.LANGUAGES)

CODES = {
    "negation": {"negated"},
    "question": {"question", "negated", "condition", "others", "hedged", "reported", "unknown"},
    "condition": {"condition", "negated", "choice", "reported", "question"},
    "choice": {"choice", "negated", "gold_or_choice", "hedged", "unknown"},
}
"""For some reasons, what a refusal may say; for the others a word that is not known is enough."""


class Phrase(NamedTuple):
    """One line of a table; `moves` is empty where nothing is to be played, and `why` says why."""

    language: str
    position: str
    text: str
    moves: tuple[str, ...]
    why: str


def phrases_in(folder: Path, language: str) -> list[Phrase]:
    """Return the table of a language."""
    lines = (folder / f"{language}.tsv").read_text(encoding="utf-8")
    found = []
    for line in lines.splitlines():
        if line.startswith("#"):
            continue
        position, text, meant = line.split("\t")
        moves = () if meant.startswith("-") else tuple(meant.split("; "))
        why = "" if moves else meant.removeprefix("-")
        found.append(Phrase(language, position, text.replace("\\n", "\n"), moves, why))
    return found


def assert_read_right(phrases: Iterable[Phrase], read: Callable[[Phrase], TurnReading]) -> None:
    """Nothing is read wrong, and nearly all that is clear is read."""
    wrong, missed, clear = [], [], 0
    for phrase in phrases:
        moves = read(phrase).moves
        clear += bool(phrase.moves)
        if moves and moves != phrase.moves:
            wrong.append((phrase.position, phrase.text, moves))
        elif moves != phrase.moves:
            missed.append((phrase.position, phrase.text))
    assert wrong == []
    assert len(missed) <= 0.02 * clear, missed


def assert_says_why(phrases: Iterable[Phrase], read: Callable[[Phrase], TurnReading]) -> None:
    """Every refusal has a sentence, and its reason is one that fits the phrase."""
    for phrase in phrases:
        problem = read(phrase).problem
        if phrase.moves:
            continue
        assert problem is not None
        assert problem.sentence
        if phrase.why in CODES:
            assert problem.code in CODES[phrase.why], (phrase.text, problem.sentence)
