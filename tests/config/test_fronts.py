"""Real fronts, with the lines that we print for them, before a real web server."""

import contextlib
import os
import re
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.servers.processes import free_port, start, stop, wait_until
from tests.servers.programs import folder_of
from tests.servers.terminal import ROOT
from tests.servers.web import ADA, EVE, PATIENCE, Site, everything, has_ipv6, serving, slow_post

StartFront = Callable[[int], AbstractContextManager[Site]]
"""A front before the server at this port."""


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that waits for requests longer than any test."""
    with serving(tmp_path_factory.mktemp("web"), WEB_REQUEST_SECONDS="600") as site:
        yield site


@pytest.fixture(params=["caddy", "nginx"])
def started_front(request: pytest.FixtureRequest, tmp_path: Path) -> StartFront:
    return front_of(request.param, tmp_path)


@pytest.fixture
def nginx(tmp_path: Path) -> StartFront:
    return front_of("nginx", tmp_path)


def front_of(name: str, folder: Path) -> StartFront:
    """Return how this front is started."""
    program, write = folder_of(name) / name, WRITTEN[name]

    def start_before(back: int) -> AbstractContextManager[Site]:
        front = free_port()
        return running(write(program, folder, front, back), folder, Site(front))

    return start_before


@contextlib.contextmanager
def running(command: list[str | Path], folder: Path, site: Site) -> Iterator[Site]:
    """Run a front, by plain HTTP on loopback."""
    log = folder / "log"
    home = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    process = start(command, log=log, environment=home)

    def answers() -> bool:
        with contextlib.suppress(OSError), site.connect(ADA):
            return True
        return False

    try:
        wait_until(answers, process, log)
        yield site
    finally:
        site.close()
        stop(process)


def as_changed(text: str, changes: dict[str, str]) -> str:
    """Return the text with these parts replaced; all of them must be there."""
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def for_caddy(program: Path, folder: Path, front: int, back: int) -> list[str | Path]:
    """Write our Caddyfile, on Debian's version as the guide says; return how Caddy is started."""
    changes = {
        "email {$CONTACT_ADDRESS}": "admin off\n\tauto_https off",
        "{$SITE_URL}": f"http://127.0.0.1:{front}",
        "web:8000": f"127.0.0.1:{back}",
    }
    if subprocess.check_output([program, "version"], text=True).lstrip("v").startswith("2.6.2"):
        changes["request_buffers 64KB"] = "buffer_requests"
        changes["response_buffers 512KB"] = "buffer_responses"
    written = (ROOT / "docker" / "Caddyfile").read_text(encoding="utf-8")
    file = folder / "Caddyfile"
    file.write_text(as_changed(written, changes), encoding="utf-8")
    return [program, "run", "--config", file]


def for_nginx(program: Path, folder: Path, front: int, back: int) -> list[str | Path]:
    """Write the lines of the guide into a file for nginx; return how it is started."""
    without_tls = {
        "listen 443 ssl;": f"listen 127.0.0.1:{front};",
        "listen [::]:443 ssl;": "",
        "ssl_certificate /etc/ssl/duelpost.example.pem;": "",
        "ssl_certificate_key /etc/ssl/private/duelpost.example.key;": "",
        # Its test says from where a visitor comes; so it can be anywhere.
        "server_name duelpost.example;": "server_name 127.0.0.1;\n"
        "set_real_ip_from 127.0.0.0/8; real_ip_header X-Comes-From;",
    }
    return nginx_as_printed(program, folder, back, plain=free_port(), changes=without_tls)


def nginx_as_printed(
    program: Path, folder: Path, back: int, *, plain: int, changes: dict[str, str]
) -> list[str | Path]:
    """Write the guide's file with these changes, and what Debian has around it."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    [printed] = re.findall(r"```nginx\n(.*?)```", guide, re.S)
    lines = as_changed(
        printed,
        {
            **changes,
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen [::]:80;": "",
            "/var/log/nginx/error.log": str(folder / "error"),
            "127.0.0.1:8000": f"127.0.0.1:{back}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    everything_written = f"access_log {folder / 'access'};\n{paths}"  # as Debian's own file has it
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder / 'pid'};\nuser root;\nerror_log stderr;\n"
        f"events {{ worker_connections 768; }}\nhttp {{\n{everything_written}{lines}}}\n",
        encoding="utf-8",
    )
    return [program, "-e", "stderr", "-p", folder, "-c", file]


WRITTEN = {"caddy": for_caddy, "nginx": for_nginx}


def test_slow_visitors_keep_nobody_out(patient: Site, started_front: StartFront) -> None:
    with started_front(patient.port) as front:
        for _ in range(30):
            front.send(EVE, *slow_post(), body=b"a")
            front.connect(EVE).sendall(b"GET /healthz HTTP/1.1\r\nHo")
        assert b"200 OK" in front.get(ADA)
        assert b"200 OK" in front.get(EVE)


def test_a_long_body_is_taken_and_one_that_is_too_long_refused(
    patient: Site, started_front: StartFront
) -> None:
    with started_front(patient.port) as front:
        taken = front.send(ADA, *slow_post(2_000_000), "Connection: close", body=b"a" * 2_000_000)
        assert b"403 Forbidden" in everything(taken)  # as it has no token
        line = front.send(ADA, *slow_post(4_000_000))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(b"a" * 4_000_000)  # a newer Caddy answers before it has all of it
        refused = everything(line)
        assert b" 413 " in refused or b" 502 " in refused  # by us or, cut short, by Caddy 2.6


@contextlib.contextmanager
def recording(heads: list[bytes]) -> Iterator[int]:
    """Yield the port of a server that keeps what a front passes on, and answers it."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def take() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection:
                        heads.append(connection.recv(65536))
                        connection.sendall(b"HTTP/1.0 204 No Content\r\n\r\n")

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join(PATIENCE)


def test_what_a_visitor_says_about_his_address_does_not_get_through(
    started_front: StartFront,
) -> None:
    heads: list[bytes] = []
    forged = (
        "X-Forwarded-For: 192.0.2.7",
        "X-Forwarded-For: 127.0.0.9",
        "X-Forwarded-Proto: https",
    )
    with recording(heads) as back, started_front(back) as front:
        assert b" 204 " in front.get(ADA, "/healthz", *forged)
    lines = heads[-1].decode().lower().split("\r\n")
    forwarded = [line for line in lines if line.startswith("x-forwarded-") and "-host" not in line]
    assert sorted(forwarded) == [f"x-forwarded-for: {ADA}", "x-forwarded-proto: http"]
    assert "host: 127.0.0.1" in lines


def test_nginx_gives_one_address_so_many_requests_and_others_theirs(
    patient: Site, nginx: StartFront
) -> None:
    with nginx(patient.port) as front:
        for _ in range(64):
            front.send(EVE, *slow_post(), body=b"a")
        assert b"200 OK" in front.get(ADA)
        # By now nginx has read the heads that came before: with them a request begins to count.
        assert b" 429 " in front.get(EVE)


def test_nginx_writes_no_path_of_a_link_while_the_service_is_stopped(
    nginx: StartFront, tmp_path: Path
) -> None:
    with nginx(free_port()) as front:
        assert b" 502 " in front.get(ADA, "/in/secret")
    written = [file for file in tmp_path.iterdir() if file.is_file()]
    assert tmp_path / "access" in written
    assert all(b"secret" not in file.read_bytes() for file in written)


def test_an_ipv6_network_is_one_visitor_for_nginx(patient: Site, nginx: StartFront) -> None:
    with nginx(patient.port) as front:
        for number in range(64):
            source = f"X-Comes-From: 2001:db8:0:a::{number + 1:x}"
            front.send(EVE, *slow_post(), source, body=b"a")
        neighbour = front.get(EVE, "/healthz", "X-Comes-From: 2001:db8:0:a:ffff::1")
        assert b" 429 " in neighbour
        for other in ("2001:db8:0:b::1", "2001:db8:1:a::1", "198.51.100.7"):
            assert b"200 OK" in front.get(EVE, "/healthz", f"X-Comes-From: {other}")


def test_nginx_with_tls_and_over_ipv6_says_https_and_who_visits(tmp_path: Path) -> None:
    port, plain, heads = free_port(), free_port(), list[bytes]()
    certificate = write_certificate(tmp_path, "duelpost.example")
    hosts = ["127.0.0.1", *(["::1"] if has_ipv6() else [])]
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl http2;",
        "listen [::]:443 ssl;": f"listen [::1]:{port} ssl http2;" if has_ipv6() else "",
        "/etc/ssl/duelpost.example.pem": str(certificate),
        "/etc/ssl/private/duelpost.example.key": str(certificate),
    }
    with recording(heads) as back:
        program = folder_of("nginx") / "nginx"
        command = nginx_as_printed(program, tmp_path, back, plain=plain, changes=changes)
        with running(command, tmp_path, Site(plain)) as site:
            for host in hosts:
                assert b" 204 " in over_tls(certificate, host, port)
            redirected = site.get(ADA, "/in/secret")
    told = [head.decode().lower().split("\r\n") for head in heads]
    assert [line for head in told for line in head if line.startswith("x-forwarded-for")] == [
        f"x-forwarded-for: {host}" for host in hosts
    ]
    assert all("x-forwarded-proto: https" in head for head in told)
    assert b"Location: https://duelpost.example/in/secret" in redirected
    assert all(b"secret" not in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())


def write_certificate(folder: Path, name: str) -> Path:
    """Return a file with a key and the certificate that it signed for itself."""
    file = folder / "certificate.pem"
    ask = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}"]
    alternatives = ["-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run(
        ["openssl", *ask, *alternatives, "-keyout", file, "-out", folder / "signed.pem"],
        check=True,
        capture_output=True,
    )
    file.write_bytes(file.read_bytes() + (folder / "signed.pem").read_bytes())
    return file


def over_tls(certificate: Path, host: str, port: int) -> bytes:
    """Return the answer to a visitor who trusts this certificate and says something of himself."""
    context = ssl.create_default_context(cafile=certificate)
    with (
        socket.create_connection((host, port), timeout=PATIENCE) as line,
        context.wrap_socket(line, server_hostname="duelpost.example") as connection,
    ):
        head = "GET /healthz HTTP/1.1\r\nHost: duelpost.example\r\nConnection: close\r\n"
        forged = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: http\r\n\r\n"
        connection.sendall((head + forged).encode())
        return everything(connection)
