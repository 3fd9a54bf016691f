"""A web server as it runs for real, and visitors of it who come from addresses of their own."""

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers.processes import free_port, start, stop, wait_until

EVE, ADA, FRONT = "127.0.0.1", "127.0.0.2", "127.0.0.3"
PATIENCE = 30.0


@dataclass
class Site:
    """A web server, as `config/server.py` sets it up."""

    port: int
    open: list[socket.socket] = field(default_factory=list)

    def connect(self, visitor: str) -> socket.socket:
        """Return a connection that comes from this address."""
        connection = socket.create_connection(
            ("127.0.0.1", self.port), timeout=PATIENCE, source_address=(visitor, 0)
        )
        self.open.append(connection)
        return connection

    def send(self, visitor: str, *lines: str, body: bytes = b"") -> socket.socket:
        """Return a connection over which these lines and this part of a body were sent."""
        connection = self.connect(visitor)
        head = "\r\n".join([*lines, "Host: 127.0.0.1", "", ""])
        connection.sendall(head.encode() + body)
        return connection

    def get(self, visitor: str, path: str = "/healthz", *headers: str) -> bytes:
        """Return the whole answer."""
        lines = (f"GET {path} HTTP/1.1", "Connection: close", *headers)
        with self.send(visitor, *lines) as connection:
            return everything(connection)

    def close(self) -> None:
        """Let go of all connections."""
        for connection in self.open:
            connection.close()


def everything(connection: socket.socket) -> bytes:
    """Return what comes until the server closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def has_ipv6() -> bool:
    """Return whether this machine has the address ::1."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def slow_post(length: int = 1000) -> tuple[str, ...]:
    """Return the head of a request whose body is to come; with this cookie it is read at once."""
    form = "Content-Type: application/x-www-form-urlencoded"
    cookie = f"Cookie: csrftoken={'c' * 32}"
    return ("POST /sign-in/ HTTP/1.1", form, cookie, f"Content-Length: {length}")


@contextlib.contextmanager
def serving(folder: Path, application: str = "config.wsgi", **settings: str) -> Iterator[Site]:
    """A web server with these settings."""
    port = free_port()
    names = ("PATH", "HOME", "PYTHONPATH", "VIRTUAL_ENV", "LANG")
    environment = {name: os.environ[name] for name in names if name in os.environ} | {
        "DATA_DIR": str(folder / "data"),
        "PORT": str(port),
        "WEB_THREADS": "4",
        **settings,
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.server", application]
    log = folder / "web"
    process = start(command, log=log, environment=environment)
    site = Site(port)

    def answers() -> bool:
        with contextlib.suppress(OSError):
            return b"200 OK" in site.get(ADA)
        return False

    try:
        wait_until(answers, process, log)
        yield site
    finally:
        site.close()
        stop(process)
