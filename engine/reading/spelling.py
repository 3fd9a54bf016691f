"""Slips of the pen: a misspelt word is read only if it can be but one word.

Cells, cards and numbers are no words and never corrected. The first letter counts as right, and
words that forbid to play a text are among the known words: what comes as near to one of those as
to another is not read.
"""

from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any

SHORTEST_COMPLETED = 5
"""Letters of a word to which one is added, or from which one is taken: "seal" is not "steal"."""

SHORTEST_CHANGED = 6
"""Letters of a word in which a wrong letter is corrected: "make" is not "take"."""


class Vocabulary:
    """All words that are known, each with what it means; some of them are read misspelt."""

    def __init__(self, words: Mapping[str, Any], corrected: Set[str]) -> None:
        self._words = dict(words)
        self._corrected = frozenset(corrected)
        self._by_first: dict[str, list[str]] = {}
        for word in self._words:
            self._by_first.setdefault(word[:1], []).append(word)
        self.meant = lru_cache(maxsize=2**12)(self._meant)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def _meant(self, word: str) -> str | None:
        """Return the known word that a misspelt one must be, or None."""
        if word in self._words or not word.isalpha():
            return None
        close = [known for known in self._by_first.get(word[:1], ()) if is_slip(word, known)]
        if len({self._words[known] for known in close}) != 1:
            return None
        return min(self._corrected.intersection(close), default=None)


def is_slip(word: str, known: str) -> bool:
    """Return whether one slip makes the known word into the other."""
    # Two neighbours are swapped or one letter doubled; in longer words also a letter too few or too
    # many; in long ones a wrong letter.
    shorter, longer = sorted((word, known), key=len)
    if len(longer) - len(shorter) > 1 or len(shorter) < 3:
        return False
    pairs = enumerate(zip(shorter, longer, strict=False))
    at = next((i for i, (one, other) in pairs if one != other), len(shorter))
    if len(shorter) < len(longer):
        if shorter[at:] != longer[at + 1 :]:
            return False
        doubled = longer is word and longer[at] == longer[at - 1]
        return doubled or len(shorter) >= SHORTEST_COMPLETED
    if shorter[at : at + 2] == longer[at : at + 2][::-1] and shorter[at + 2 :] == longer[at + 2 :]:
        return True
    return len(word) >= SHORTEST_CHANGED and shorter[at + 1 :] == longer[at + 1 :]
