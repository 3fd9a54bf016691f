"""A mail server of its own process that takes every letter, keeps none, and tells when it came.

`python -m bench.sink PORT` writes a line for each letter: the moment and the Message-ID.
"""

import asyncio
import re
import sys
import time
from typing import Any

from aiosmtpd.smtp import SMTP

HOST = "127.0.0.1"
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.IGNORECASE | re.MULTILINE)


class Sink:
    """Takes letters."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Say when the letter was accepted, and which one it is."""
        found = _MESSAGE_ID.search(envelope.content)
        print(time.time(), found[1].decode() if found else "-", flush=True)
        return "250 OK"


async def serve(port: int) -> None:
    """Take letters until somebody ends the process."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink()), HOST, port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
