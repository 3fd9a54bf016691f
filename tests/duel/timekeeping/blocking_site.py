"""A site whose threads can really be blocked: a request for `/block` waits until a file is gone.

Run by gunicorn; `BLOCK_FILE` names the file.
"""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer anything at once, but for `/block`."""
    blocking = Path(os.environ["BLOCK_FILE"])
    while environ["PATH_INFO"] == "/block" and blocking.exists():
        time.sleep(0.05)
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"well"]
