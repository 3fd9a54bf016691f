"""The signature of an exported file: who handed it out, and when.

`signature` in a file is an object: `key`, the public key of the service; `made_at`, when it was
signed; `signature`, Ed25519 over the canonical JSON of all the rest of the file, `key` and
`made_at` included. Key and signature are lower-case hex.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine import ed25519
from engine.canonical import canonical_json
from engine.record import SIGNATURE, Problem, is_time

SIGNATURE_KEYS = ("key", "made_at", "signature")
_FORMS = {
    "key": re.compile(r"[0-9a-f]{64}", re.ASCII),
    "signature": re.compile(r"[0-9a-f]{128}", re.ASCII),
}


def signed_bytes(data: Mapping[str, Any], *, key: str, made_at: str) -> bytes:
    """What is signed of an exported file by the owner of this public key, at this time."""
    return canonical_json({**data, SIGNATURE: {"key": key, "made_at": made_at}})


def signature_form_problems(value: object) -> Iterator[Problem]:
    """What keeps the value from being the signature of a file."""
    if not isinstance(value, dict) or value.keys() != set(SIGNATURE_KEYS):
        yield Problem(None, SIGNATURE, f"is not an object of {', '.join(SIGNATURE_KEYS)}")
        return
    for name, form in _FORMS.items():
        if not isinstance(value[name], str) or not form.fullmatch(value[name]):
            yield Problem(None, SIGNATURE, f"its {name} is not in lower-case hexadecimal digits")
    if not isinstance(value["made_at"], str) or not is_time(value["made_at"]):
        yield Problem(None, SIGNATURE, "its made_at is no moment")


def is_signed(data: Mapping[str, Any]) -> bool:
    """Whether the signature of a file, which has the right form, was made by its key."""
    made = data[SIGNATURE]
    return ed25519.is_valid(
        bytes.fromhex(made["key"]),
        signed_bytes(data, key=made["key"], made_at=made["made_at"]),
        bytes.fromhex(made["signature"]),
    )
