"""The fair shuffle: a secret promised beforehand, a word from every player, a stream of chance.

The server draws a secret and publishes its commitment before anybody joins. Each player adds a
nonce: a phrase of their own, or one that is derived from the secret, so that the commitment fixes
it. The seed depends on all of them, so nobody could have chosen it; once the secret is shown,
anybody can redo it.

All chance of a game is derived from its seed alone, by one published stream: block i of a label is
HMAC-SHA-256(key = seed, message = "label:i").
"""

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from typing import TYPE_CHECKING, TypeVar

from engine.errors import EngineError

if TYPE_CHECKING:
    from hashlib import _Hash


SECRET_BYTES = 32
NONCE_LENGTH = 200


class BadNonce(EngineError):
    """A player's word that cannot serve as a nonce."""


def commitment(secret: bytes) -> str:
    """The public promise of `secret`: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def normalise_nonce(text: str) -> str:
    """Return `text` as it is stored and hashed: in NFC, without blanks around it."""
    # Raises BadNonce when nothing remains, when it is too long, or when it is no Unicode text.
    nonce = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(nonce) <= NONCE_LENGTH:
        raise BadNonce(f"A nonce has 1 to {NONCE_LENGTH} characters, this one has {len(nonce)}.")
    try:
        nonce.encode()
    except UnicodeEncodeError:
        raise BadNonce("A nonce consists of whole Unicode characters.") from None
    return nonce


def nonce_hash(nonce: str) -> str:
    """The SHA-256 in hex of a normalised nonce, as it stands in a record's header."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def derived_nonce(secret: bytes, seat: int) -> str:
    """The nonce of a seat whose player gives none: the server has no choice of it."""
    return hmac.digest(secret, f"word:{seat}".encode("ascii"), "sha256").hex()


def seed_of(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The 32-byte seed of the game with this secret and these normalised nonces, by seat."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"A secret has {SECRET_BYTES} bytes, not {len(secret)}.")
    parts = (hashlib.sha256(nonce.encode()).digest() for nonce in nonces)
    return hashlib.sha256(secret + b"".join(parts)).digest()


Item = TypeVar("Item")

SEED_BYTES = 32

_WORD_VALUES = 2**32
_HASH_BLOCK = 64
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_words_of_block = struct.Struct(">8I").unpack


class Stream:
    """The chance of one label, read from its start."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = chain.from_iterable(_blocks(seed, label))

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
        always_kept = _WORD_VALUES - len(items)
        for i in range(len(items) - 1, 0, -1):
            word = next(words)
            while word > always_kept and word >= _WORD_VALUES - _WORD_VALUES % (i + 1):
                word = next(words)
            j = word % (i + 1)
            items[i], items[j] = items[j], items[i]


def _blocks(seed: bytes, label: str) -> Iterator[tuple[int, ...]]:
    """Yield the blocks of the label, each as eight numbers of four bytes."""
    keyed_inner, keyed_outer = _keyed_hashes(seed)
    for number in count():
        inner, outer = keyed_inner.copy(), keyed_outer.copy()
        inner.update(f"{label}:{number}".encode("ascii"))
        outer.update(inner.digest())
        yield _words_of_block(outer.digest())


@lru_cache(maxsize=1)  # a replay draws all its streams from one seed
def _keyed_hashes(seed: bytes) -> "tuple[_Hash, _Hash]":
    """Return the inner and the outer hash of HMAC with that key, before the message."""
    # HMAC is written out, as RFC 2104 has it for keys no longer than a block of the hash: replay
    # would feel the calls of the standard library's, which cost several times as much.
    key = seed.ljust(_HASH_BLOCK, b"\0")
    return sha256(key.translate(_INNER_PAD)), sha256(key.translate(_OUTER_PAD))
