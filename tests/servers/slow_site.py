"""The site with a page whose answer takes longer than a client may take to read it."""

import time
from collections.abc import Iterable
from typing import Any

from config.wsgi import application as site

SECONDS = 8.0


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer as the site does, and `/slow` late."""
    if environ["PATH_INFO"] != "/slow":
        return site(environ, start_response)
    time.sleep(SECONDS)
    start_response("200 OK", [("Content-Length", "7")])
    return [b"at last"]
