"""Real servers, real sockets: visitors who send slowly, too much or from too many connections."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.servers.processes import free_port, start, stop, wait_until
from tests.servers.programs import folder_of
from tests.servers.terminal import ROOT

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


def ask_and_read_nothing(site: Site, visitor: str) -> None:
    """Ask for more pages than fit on their way to a visitor who does not read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    connection.bind((visitor, 0))
    connection.connect(("127.0.0.1", site.port))
    site.open.append(connection)
    page = b"GET /static/table.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    connection.sendall(page * 3000)


def slow_post(length: int = 1000) -> tuple[str, ...]:
    """Return the head of a request whose body is to come; with this cookie it is read at once."""
    form = "Content-Type: application/x-www-form-urlencoded"
    cookie = f"Cookie: csrftoken={'c' * 32}"
    return ("POST /sign-in/ HTTP/1.1", form, cookie, f"Content-Length: {length}")


@contextlib.contextmanager
def serving(folder: Path, bare_environment: dict[str, str], **settings: str) -> Iterator[Site]:
    """A web server with these settings."""
    port = free_port()
    environment = bare_environment | {
        "DATA_DIR": str(folder / "data"),
        "PORT": str(port),
        "WEB_THREADS": "4",
        **settings,
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.server", "config.wsgi"]
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


@pytest.fixture(scope="module")
def plain_environment() -> dict[str, str]:
    names = ("PATH", "HOME", "PYTHONPATH", "VIRTUAL_ENV", "LANG")
    return {name: os.environ[name] for name in names if name in os.environ}


@pytest.fixture(scope="module")
def patient_site(
    tmp_path_factory: pytest.TempPathFactory, plain_environment: dict[str, str]
) -> Iterator[Site]:
    """A server that waits for requests longer than any test."""
    folder = tmp_path_factory.mktemp("web")
    with serving(folder, plain_environment, WEB_REQUEST_SECONDS="600") as site:
        yield site


@pytest.fixture
def patient(patient_site: Site) -> Iterator[Site]:
    yield patient_site
    patient_site.close()


@pytest.fixture(scope="module")
def strict_site(
    tmp_path_factory: pytest.TempPathFactory, plain_environment: dict[str, str]
) -> Iterator[Site]:
    """A server with short patience behind a front on 127.0.0.3."""
    folder = tmp_path_factory.mktemp("web")
    settings = {
        "WEB_REQUEST_SECONDS": "1",
        "WEB_ANSWER_SECONDS": "5",
        "WEB_CONNECTIONS_PER_NETWORK": "8",
        "WEB_MOST_BYTES": "100000",
        "TRUSTED_PROXIES": FRONT,
    }
    with serving(folder, plain_environment, **settings) as site:
        yield site


@pytest.fixture
def strict(strict_site: Site) -> Iterator[Site]:
    yield strict_site
    strict_site.close()


def test_slow_bodies_keep_no_thread(patient: Site) -> None:
    for _ in range(20):
        patient.send(EVE, *slow_post(), body=b"a")
    assert b"200 OK" in patient.get(ADA)
    assert b"200 OK" in patient.get(EVE)


def test_slow_heads_keep_no_thread(patient: Site) -> None:
    for _ in range(20):
        patient.connect(EVE).sendall(b"GET /healthz HTTP/1.1\r\nHo")
    for _ in range(20):
        patient.connect(EVE)
    assert b"200 OK" in patient.get(ADA)
    assert b"200 OK" in patient.get(EVE)


def test_who_reads_nothing_leaves_a_thread_for_others(patient: Site) -> None:
    for _ in range(4):
        ask_and_read_nothing(patient, EVE)
    for _ in range(500):  # by and by, all that is on its way to Eve is full
        assert b"200 OK" in patient.get(ADA)


def test_who_reads_nothing_is_cut_off_in_the_end(strict: Site) -> None:
    for _ in range(4):
        ask_and_read_nothing(strict, EVE)
        ask_and_read_nothing(strict, "127.0.0.4")
    for _ in range(1000):
        assert b"200 OK" in strict.get(ADA)


def test_a_visitor_who_never_closes_does_not_stop_the_server(patient: Site) -> None:
    for _ in range(20):
        patient.send(EVE, "GET /healthz HTTP/1.1", "Connection: close")
    assert b"200 OK" in patient.get(ADA)


def test_a_body_that_comes_in_pieces_is_read_whole(patient: Site) -> None:
    connection = patient.send(EVE, *slow_post(9), "Connection: close", body=b"a=1")
    for piece in (b"&b", b"=2", b"&c"):
        connection.sendall(piece)
    assert b"403 Forbidden" in everything(connection)  # as it has no token


@pytest.mark.parametrize("part", [b"POST /a HTTP/1.1\r\nHost", b""], ids=["head", "body"])
def test_a_slow_request_is_refused_with_a_sentence(strict: Site, part: bytes) -> None:
    connection = strict.connect(EVE)
    connection.sendall(part or b"POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nab")
    answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"The request came too slowly." in answer


def test_a_long_body_is_refused_before_it_comes(strict: Site) -> None:
    answer = everything(strict.send(EVE, *slow_post(100_001)))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"at most 100000 bytes are taken" in answer


def test_who_sends_a_long_body_all_the_same_reads_why_it_was_refused(strict: Site) -> None:
    connection = strict.send(EVE, *slow_post(10_000_000), body=b"a" * 200_000)
    assert everything(connection).startswith(b"HTTP/1.1 413 ")


def test_a_body_in_chunks_is_refused(strict: Site) -> None:
    connection = strict.send(EVE, "POST /a HTTP/1.1", "Transfer-Encoding: chunked", body=b"1\r\na")
    assert everything(connection).startswith(b"HTTP/1.1 411 ")


def test_endless_lines_before_the_body_are_refused(strict: Site) -> None:
    connection = strict.send(EVE, "GET / HTTP/1.1", *(f"A{n}: {'a' * 90}" for n in range(1000)))
    assert everything(connection).startswith(b"HTTP/1.1 431 ")


def test_one_network_has_so_many_connections_and_others_have_theirs(strict: Site) -> None:
    for _ in range(8):
        strict.send(EVE, "POST /a HTTP/1.1", "Content-Length: 90000")
    refused = strict.get(EVE)
    assert refused.startswith(b"HTTP/1.1 429 ")
    assert b"Retry-After" in refused
    assert b"200 OK" in strict.get(ADA)


def test_behind_a_front_the_visitor_is_counted(strict: Site) -> None:
    for _ in range(8):
        lines = ("POST /a HTTP/1.1", "Content-Length: 90000", "X-Forwarded-For: 192.0.2.1")
        strict.send(FRONT, *lines)
    refused = strict.get(FRONT, "/healthz", "X-Forwarded-For: 198.51.100.9, 192.0.2.1")
    assert refused.startswith(b"HTTP/1.1 429 ")
    assert b"200 OK" in strict.get(FRONT, "/healthz", "X-Forwarded-For: 192.0.2.2")


def test_a_connection_of_the_front_serves_one_visitor_after_another(strict: Site) -> None:
    front = HTTPConnection("127.0.0.1", strict.port, PATIENCE, source_address=(FRONT, 0))
    for visitor in range(20):
        front.request("GET", "/healthz", headers={"X-Forwarded-For": f"192.0.2.{visitor}"})
        answer = front.getresponse()
        assert (answer.status, answer.read()) == (200, b'{"process": "ok"}')
        assert front.sock is not None
    front.close()


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_connections_stay_open(patient: Site, method: str) -> None:
    visitor = HTTPConnection("127.0.0.1", patient.port, PATIENCE, source_address=(EVE, 0))
    for _ in range(3):
        visitor.request(method, "/healthz", body=b"a" * 100_000 if method == "POST" else None)
        answer = visitor.getresponse()
        answer.read()
        assert answer.status == 200
        assert visitor.sock is not None
    visitor.close()


def test_requests_may_follow_without_waiting_for_answers(patient: Site) -> None:
    request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    connection = patient.connect(EVE)
    last = request.replace("Host", "Connection: close\r\nHost")
    connection.sendall((request * 3 + last).encode())
    assert everything(connection).count(b"HTTP/1.1 200 OK") == 4


def test_a_visitor_who_asks_before_the_body_is_told_to_send_it(patient: Site) -> None:
    connection = patient.send(EVE, *slow_post(3), "Expect: 100-continue", "Connection: close")
    assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b"a=1")
    assert everything(connection).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "line",
    ["Content-Length: -1", "Content-Length: x", "Content-Length: 1\r\nContent-Length: 2"],
)
def test_a_length_that_nobody_can_read_is_refused(patient: Site, line: str) -> None:
    connection = patient.send(EVE, "POST /a HTTP/1.1", line, body=b"ab")
    assert everything(connection).startswith(b"HTTP/1.1 400 ")


def test_behind_caddy_slow_visitors_keep_nobody_out(patient: Site, tmp_path: Path) -> None:
    port = free_port()
    with started_caddy(tmp_path, front=port, back=patient.port):
        front = Site(port)
        for _ in range(30):
            front.send(EVE, *slow_post(), body=b"a")
            front.connect(EVE).sendall(b"GET /healthz HTTP/1.1\r\nHo")
        assert b"200 OK" in front.get(ADA)
        assert b"200 OK" in front.get(EVE)
        assert b"403 Forbidden" in everything(
            front.send(ADA, *slow_post(100_000), "Connection: close", body=b"a" * 100_000)
        )
        refused = everything(front.send(ADA, *slow_post(4_000_000), body=b"a" * 4_000_000))
        assert b" 413 " in refused or b" 502 " in refused  # by us or, cut short, by Caddy 2.6
        front.close()


@contextlib.contextmanager
def started_caddy(folder: Path, *, front: int, back: int) -> Iterator[None]:
    """Our Caddyfile as the guide has it written for Debian, by plain HTTP on loopback."""
    written = (ROOT / "docker" / "Caddyfile").read_text(encoding="utf-8")
    changes = {
        "email {$CONTACT_ADDRESS}": "admin off\n\tauto_https off",
        "{$SITE_URL}": f"http://127.0.0.1:{front}",
        "web:8000": f"127.0.0.1:{back}",
    }
    caddy = folder_of("caddy") / "caddy"
    if subprocess.check_output([caddy, "version"], text=True).lstrip("v").startswith("2.6.2"):
        changes["request_buffers 64KB"] = "buffer_requests"
        changes["response_buffers 512KB"] = "buffer_responses"
    for old, new in changes.items():
        assert old in written
        written = written.replace(old, new)
    file, log = folder / "Caddyfile", folder / "caddy"
    file.write_text(written, encoding="utf-8")
    home = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    process = start([caddy, "run", "--config", file], log=log, environment=home)

    def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", front)):
            return True
        return False

    try:
        wait_until(answers, process, log)
        yield
    finally:
        stop(process)
