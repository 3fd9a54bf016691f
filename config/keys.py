"""The secret key of an embedded service: drawn on first run and kept beside its data."""

import os
import secrets
from pathlib import Path


def kept_key(path: Path) -> str:
    """Return the key in the file, which is made, for its owner alone to read, if it is not there.

    Several processes may start at the same moment: the file gets its name only when it is whole,
    and the first one to give the name wins.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
