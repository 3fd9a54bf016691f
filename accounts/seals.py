"""Seals for links that must stay short: a MAC over what the link says and what it is bound to.

Cut to as many bytes as a line of a letter has room for; `SECRET_KEY_FALLBACKS` are heeded.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

from django.conf import settings
from django.utils.crypto import salted_hmac


def sealed(salt: str, data: bytes, *, bound_to: str = "", size: int) -> str:
    """Return the data with a seal of so many bytes, as the last part of an address."""
    seal = _seal(salt, data, bound_to, settings.SECRET_KEY)[:size]
    return urlsafe_b64encode(data + seal).rstrip(b"=").decode()


def split(token: str, *, size: int) -> tuple[bytes, bytes] | None:
    """Return the data and the seal that a token holds, or None; nothing is proved by it."""
    try:
        content = urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except ValueError:
        return None
    # One spelling for each link: anything else was altered on the way.
    if len(content) <= size or urlsafe_b64encode(content).rstrip(b"=").decode() != token:
        return None
    return content[:-size], content[-size:]


def is_sealed(salt: str, data: bytes, seal: bytes, *, bound_to: str = "") -> bool:
    """Return whether this service has sealed the data, bound to just that."""
    return any(
        hmac.compare_digest(seal, _seal(salt, data, bound_to, key)[: len(seal)])
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )


def _seal(salt: str, data: bytes, bound_to: str, key: str) -> bytes:
    # The length first, so that no part of one can be taken for a part of the other.
    message = len(data).to_bytes(2) + data + bound_to.encode()
    return salted_hmac(salt, message, secret=key, algorithm="sha256").digest()
