"""The secret key of an embedded service: drawn on first run and kept beside its data."""

import os
import secrets
from pathlib import Path


def kept_key(path: Path) -> str:
    """Return the key in the file, which is made, readable by its owner alone, if it is not there."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii").strip()
