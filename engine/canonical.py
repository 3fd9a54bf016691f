"""Canonical JSON: one form of bytes for one value, so that hashes can be compared."""

import hashlib
import json

_encode = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    check_circular=False,  # a quarter of the time, for what no position or entry can be
).encode


def canonical_json(value: object) -> bytes:
    """Return the value as JSON with sorted keys, no spaces and unescaped UTF-8."""
    return _encode(value).encode("utf-8")


def canonical_hash(value: object) -> str:
    """Return the SHA-256 of the value's canonical JSON, in lower-case hex."""
    return hashlib.sha256(canonical_json(value)).hexdigest()
