"""Signed links, codes and tokens: a salt for each purpose, nothing is stored.

Links that must be short have a signature cut to what a line of a letter has room for; the others
are signed as Django does it. `SECRET_KEY` signs; `SECRET_KEY_FALLBACKS` are good as well. Salts,
sizes and messages never change: links that were mailed must stay good.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from hmac import compare_digest
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac


def macs(salt: str, message: bytes) -> Iterator[bytes]:
    """Yield the 32 bytes that each key makes of the message; the key that signs comes first."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield salted_hmac(salt, message, secret=key, algorithm="sha256").digest()


def signature(salt: str, message: bytes, *, size: int) -> bytes:
    """Return the signature of the message, cut to so many bytes."""
    return next(macs(salt, message))[:size]


def is_signature(found: bytes, salt: str, message: bytes, *, size: int) -> bool:
    """Return whether these bytes are our signature of the message, as long as it has to be."""
    return any(compare_digest(found, mac[:size]) for mac in macs(salt, message))


def encode_token(content: bytes) -> str:
    """Return the bytes as the last part of an address."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def decode_token(token: str) -> bytes | None:
    """Return the bytes that the token spells, or None; nothing is proved by it."""
    try:
        content = urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except ValueError:
        return None
    # One spelling for each link: anything else was altered on the way.
    return content if encode_token(content) == token else None


def signed_token(salt: str, data: bytes, *, bound_to: str = "", size: int) -> str:
    """Return a token with the data, and a signature of it and of what it is bound to."""
    return encode_token(data + signature(salt, _bound(data, bound_to), size=size))


def split_token(token: str, *, size: int) -> tuple[bytes, bytes] | None:
    """Return the data and the signature that a token holds, or None; nothing is proved by it."""
    content = decode_token(token)
    return None if content is None or len(content) <= size else (content[:-size], content[-size:])


def is_signed(salt: str, data: bytes, found: bytes, *, bound_to: str = "", size: int) -> bool:
    """Return whether this is our signature of the data, bound to just that."""
    return is_signature(found, salt, _bound(data, bound_to), size=size)


def signed_object(salt: str, value: list[Any]) -> str:
    """Return a token with the value in it, for all to read, with Django's long signature."""
    return Signer(salt=salt).sign_object(value)


def object_of(salt: str, token: str) -> Any:
    """Return the value that a token of ours holds, or None if we did not sign it."""
    try:
        return Signer(salt=salt).unsign_object(token)
    except (BadSignature, ValueError):
        return None


def _bound(data: bytes, bound_to: str) -> bytes:
    # The length first, so that no part of one can be taken for a part of the other.
    return len(data).to_bytes(2) + data + bound_to.encode()


PUBLIC_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another."""


def new_token() -> str:
    """Return a random name for a letter: lower case, as mail servers may change the case."""
    return secrets.token_hex(8)


def new_public_id() -> str:
    """Return a name that nobody can guess (31^10, about 2^49)."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(10))
