"""The code and the link of a sign-in letter: both are MACs over the request's id, kept nowhere."""

import uuid

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models.sign_in import SignInRequest
from accounts.seals import is_sealed, sealed, split

# No vowels, so that no code is a word, and nothing that is read as something else.
ALPHABET = "BCDFGHJKLMNPQRTVWXYZ3479"
LENGTH = 8

SEAL_BYTES = 14
"""112 bits, beside a random id, for a link that works once and for minutes only."""

_ID_BYTES = 16
_SALT = "accounts.sign-in"


def code_of(request: SignInRequest) -> str:
    """Return the code that signs in, in two groups for the eye: `KRTW-3MHX`."""
    code = _derive(request, settings.SECRET_KEY)
    return f"{code[:4]}-{code[4:]}"


def is_code_of(request: SignInRequest, typed: str) -> bool:
    """Return whether this is the code, in whatever case and with whatever between the letters."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(constant_time_compare(plain, _derive(request, key)) for key in keys)


def token_of(request: SignInRequest) -> str:
    """Return the last part of the link that signs in: 40 characters, so that it fits a line."""
    return sealed(_SALT, request.pk.bytes, size=SEAL_BYTES)


def request_of(token: str) -> uuid.UUID | None:
    """Return the id of the request whose link this is, or None if we did not seal it."""
    parts = split(token, size=SEAL_BYTES)
    if parts is None or len(parts[0]) != _ID_BYTES or not is_sealed(_SALT, *parts):
        return None
    return uuid.UUID(bytes=parts[0])


def _derive(request: SignInRequest, key: str) -> str:
    message = f"{request.pk.hex}:{request.address}"
    mac = salted_hmac("accounts.sign-in.code", message, secret=key, algorithm="sha256")
    number = int.from_bytes(mac.digest())
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return "".join(letters)
