"""How each ask is worded: the phrases of `phrases.txt`, which says how they are written."""

from functools import cache
from pathlib import Path

from duel.replies.words.asks import AskKind

_FILE = Path(__file__).with_name("phrases.txt")


@cache
def _sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace("_", "").isalpha():
            section = found.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            section.append(line)
    return found


def phrases(kind: AskKind) -> list[str]:
    """Return the phrases of an ask, with their shared parts filled in."""
    shared = [line.split(" = ") for line in _sections()["shared"]]
    found = _sections().get(kind, [])
    for _ in range(2):  # a shared part may hold another one
        for name, part in shared:
            found = [phrase.replace("{" + name + "}", part) for phrase in found]
    return found


@cache
def idle_sentences() -> frozenset[str]:
    """Return the sentences that ask for nothing, in plain words."""
    return frozenset(_sections()["idle"])
