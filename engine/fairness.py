"""The fair shuffle: a secret promised beforehand, and a word from every player.

The server draws a secret and publishes its commitment before anybody joins. Each player adds a
nonce: a phrase of their own, or one that is derived from the secret, so that the commitment fixes
it. The seed depends on all of them, so nobody could have chosen it; once the secret is shown,
anybody can redo it.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Sequence

from engine.errors import EngineError

SECRET_BYTES = 32
NONCE_LENGTH = 200


class BadNonce(EngineError):
    """A player's word that cannot serve as a nonce."""


def commitment(secret: bytes) -> str:
    """The public promise of `secret`: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def normalise_nonce(text: str) -> str:
    """`text` as it is stored and hashed: in NFC, without blanks around it.

    Raises BadNonce when nothing remains, when it is too long, or when it is no Unicode text.
    """
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
