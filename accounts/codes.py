"""The code and the link of a sign-in letter: both are MACs over the request's id, never stored."""

import uuid
from collections.abc import Iterator

from django.utils.crypto import constant_time_compare

from accounts.models.sign_in import SignInRequest
from lib.signing import is_signed, macs, signed_token, split_token

# No vowels, so that no code is a word, and no characters that look alike.
ALPHABET = "BCDFGHJKLMNPQRTVWXYZ3479"
LENGTH = 8

SIGNATURE_BYTES = 14
"""112 bits, beside a random id, for a link that works once and for minutes only."""

_ID_BYTES = 16
_SALT = "accounts.sign-in"
_CODE_SALT = "accounts.sign-in.code"


def code_of(request: SignInRequest) -> str:
    """Return the code that signs in, in two groups for the eye: `KRTW-3MHX`."""
    code = next(_codes(request))
    return f"{code[:4]}-{code[4:]}"


def is_code_of(request: SignInRequest, typed: str) -> bool:
    """Return whether this is the code, in whatever case and with whatever between the letters."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return any(constant_time_compare(plain, code) for code in _codes(request))


def token_of(request: SignInRequest) -> str:
    """Return the last part of the link that signs in: 40 characters, so that it fits a line."""
    return signed_token(_SALT, request.pk.bytes, size=SIGNATURE_BYTES)


def request_of(token: str) -> uuid.UUID | None:
    """Return the id of the request whose link this is, or None if we did not sign it."""
    parts = split_token(token, size=SIGNATURE_BYTES)
    if (
        parts is None
        or len(parts[0]) != _ID_BYTES
        or not is_signed(_SALT, *parts, size=SIGNATURE_BYTES)
    ):
        return None
    return uuid.UUID(bytes=parts[0])


def _codes(request: SignInRequest) -> Iterator[str]:
    """Yield the code that each key makes; the one that is mailed comes first."""
    message = f"{request.pk.hex}:{request.address}"
    for mac in macs(_CODE_SALT, message.encode()):
        yield _letters(int.from_bytes(mac))


def _letters(number: int) -> str:
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return "".join(letters)
