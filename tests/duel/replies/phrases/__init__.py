"""The tables of what people write in replies."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from duel.replies.words.asks import Ask, AskKind

NAMES = ("Ada", "Bruno Rossi", "Chiara")
TODAY = date(2026, 11, 18)


class Phrase(NamedTuple):
    """A text and what it asks for."""

    text: str
    ask: Ask


def _lines(name: str) -> list[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def _ask(heading: str) -> Ask:
    kind, *facts = heading.split()
    given = dict(fact.split("=") for fact in facts)
    return Ask(
        AskKind(kind),
        hours=int(given["hours"]) if "hours" in given else None,
        seat=int(given["seat"]) if "seat" in given else None,
        first=date.fromisoformat(given["first"]) if "first" in given else None,
        last=date.fromisoformat(given["last"]) if "last" in given else None,
        word=given.get("word", ""),
    )


def asks() -> list[Phrase]:
    """Return the texts that ask for something."""
    found = []
    ask = None
    for line in _lines("asks.txt"):
        if line.startswith("[") and line.endswith("]"):
            ask = _ask(line[1:-1])
        else:
            assert ask is not None
            found.append(Phrase(line.replace("\\n", "\n"), ask))
    return found


def no_asks() -> list[str]:
    """Return the texts that ask for nothing of this kind."""
    return [line.replace("\\n", "\n") for line in _lines("no_asks.txt")]
