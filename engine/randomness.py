"""The published stream: all chance of a game, derived from its seed alone.

Block i of a label is HMAC-SHA-256(key = seed, message = "label:i"); anybody can redo it.
"""

import hmac
import struct
from collections.abc import Iterator
from itertools import count
from typing import TypeVar

Item = TypeVar("Item")

_WORD_VALUES = 2**32
_words_of_block = struct.Struct(">8I").unpack


class Stream:
    """The chance of one label, read from its start."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, n: int) -> int:
        """Return the next number from 0 to n-1, each equally likely."""
        # Words beyond the last whole multiple of n would favour small results: drop them.
        limit = _WORD_VALUES - _WORD_VALUES % n
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n

    def shuffle(self, items: list[Item]) -> None:
        """Shuffle the list in place."""
        # `below` written out: replenishing is the dearest move of a replay, and this is its heart.
        words = self._words
        for i in range(len(items) - 1, 0, -1):
            n = i + 1
            word = next(words)
            while word > _WORD_VALUES - n and word >= _WORD_VALUES - _WORD_VALUES % n:
                word = next(words)
            j = word % n
            items[i], items[j] = items[j], items[i]


def _words(seed: bytes, label: str) -> Iterator[int]:
    for block in count():
        yield from _words_of_block(hmac.digest(seed, f"{label}:{block}".encode("ascii"), "sha256"))
