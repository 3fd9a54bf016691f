"""The reader: from what a clause says to one legal move, or why it is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.reading import Problem, Reading


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says of one move."""

    text: str


@dataclass(frozen=True, slots=True)
class Heard:
    """What a text says, clause by clause."""

    clauses: tuple[Said, ...]
    problem: Problem | None = None


def hear(text: str, language: str | None = None) -> Heard:
    """Return what the text says, clause by clause; nothing here knows the position."""
    return Heard(tuple(Said(part.strip()) for part in text.split(";") if part.strip()))


def read_clause(
    view: dict[str, Any], legal: Sequence[str], said: Said, problem: Problem | None = None
) -> Reading:
    """Return the legal move that the clause means, or what is wrong with it; never raise."""
    if problem is None and said.text in legal:
        return Reading(said.text, said.text)
    problem = problem or Problem("not_legal", {"understood": said.text})
    return Reading(None, said.text, problem, tuple(legal[:3]))
