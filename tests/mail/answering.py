"""A real HTTP server in a provider's place, which keeps what it is asked and answers as told."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class StandIn:
    """What is answered, and what was asked."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    silence: float = 0
    """Seconds before it answers."""
    answer: Any = None
    bodies: list[bytes] = field(default_factory=list)


@contextmanager
def answering(stand_in: StandIn) -> Iterator[str]:
    """Within it, the stand-in answers at this address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            stand_in.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(stand_in.answer).encode()
            time.sleep(stand_in.silence)
            self.send_response(stand_in.status)
            for name, value in stand_in.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    # It looks often whether it is to end: by default it would take half a second to.
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
