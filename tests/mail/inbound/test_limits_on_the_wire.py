"""The mail server's limits, on real connections to a process whose limits are small."""

import contextlib
import json
import smtplib
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from mail.inbound.heartbeats import expect
from mail.models import Heartbeat, InboundMail
from tests.mail.inbound.conftest import ADA, KEY, raw_mail
from tests.mail.inbound.test_server import TO, Server, StartServer, start_server
from tests.servers.processes import free_port, wait_until
from tests.servers.web import has_ipv6

__all__ = ["start_server"]

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30
"""Seconds after which somebody who should have been sent away is still there."""


def limits(**values: float) -> str:
    return json.dumps(values)


@contextlib.contextmanager
def line_to(server: Server, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection that has been greeted."""
    line = socket.create_connection(
        ("127.0.0.1", server.port), timeout=PATIENCE, source_address=(source, 0)
    )
    with line:
        assert line.recv(100).startswith(b"220")
        yield line


def last_words(line: socket.socket, say: Callable[[int], bytes], pause: float) -> bytes:
    """Return what the server has said when it hung up on somebody who goes on saying this."""
    said = b""
    line.settimeout(pause)
    for number in range(round(PATIENCE / pause)):
        try:
            line.sendall(say(number))
            heard = line.recv(1000)
        except TimeoutError:
            continue
        except OSError:
            return said
        if not heard:
            return said
        said += heard
        time.sleep(pause)
    pytest.fail("The server goes on listening.")


@pytest.mark.only_on("postgresql")
def test_no_session_lasts_for_ever_however_busy_it_looks(start_server: StartServer) -> None:
    server = start_server(LIMITS=limits(LONGEST_SESSION=2))
    with line_to(server) as line:
        said = last_words(line, lambda _: b"NOOP\r\n", 0.2)
    assert said.startswith(b"250 ")
    assert said.splitlines()[-1].startswith(b"421 4.3.2")


@pytest.mark.only_on("postgresql")
def test_who_sends_too_many_commands_is_sent_away(start_server: StartServer) -> None:
    server = start_server(LIMITS=limits(MOST_COMMANDS=10))
    with line_to(server) as line:
        said = last_words(line, lambda _: b"NOOP\r\n", 0.05)
    assert [answer[:4] for answer in said.splitlines()] == [b"250 "] * 10 + [b"421 "]


@pytest.mark.only_on("postgresql")
def test_a_command_that_comes_byte_by_byte_is_silence(start_server: StartServer) -> None:
    server = start_server(LIMITS=limits(SILENCE=2))
    with line_to(server) as line:
        last_words(line, lambda _: b"x", 0.2)
    with server.connect() as client:  # others are served
        assert client.noop()[0] == 250


@pytest.mark.only_on("postgresql")
def test_a_mail_that_comes_byte_by_byte_ends_with_the_session(start_server: StartServer) -> None:
    server = start_server(LIMITS=limits(LONGEST_SESSION=3, SILENCE=3600))
    with line_to(server) as line:
        for command in ("HELO eve", f"MAIL FROM:<{ADA}>", f"RCPT TO:<{TO % KEY}>", "DATA"):
            line.sendall(f"{command}\r\n".encode())
            assert line.recv(1000)[:3] in (b"250", b"354")
        said = last_words(line, lambda _: b"x", 0.2)
    assert said.startswith(b"421 4.3.2")
    assert not InboundMail.objects.exists()


@pytest.mark.only_on("postgresql")
def test_mail_servers_in_front_have_no_limits_of_connections(start_server: StartServer) -> None:
    server = start_server(
        LIMITS=limits(MOST_OF_A_NETWORK=2, MOST_CONNECTIONS=3, LONGEST_SESSION=1),
        INBOUND_RELAYS="127.0.5.0/24",
    )
    with contextlib.ExitStack() as stack:
        relayed = [stack.enter_context(line_to(server, "127.0.5.1")) for _ in range(10)]
        with line_to(server, "127.0.6.1") as other:  # longer than a session may last
            assert last_words(other, lambda _: b"NOOP\r\n", 0.2).endswith(b"try again.\r\n")
        for line in relayed:
            line.sendall(b"NOOP\r\n")
            assert line.recv(100).startswith(b"250")


@pytest.mark.only_on("postgresql")
def test_others_have_them(start_server: StartServer) -> None:
    server = start_server(LIMITS=limits(MOST_OF_A_NETWORK=2), INBOUND_RELAYS="127.0.5.0/24")
    with contextlib.ExitStack() as stack:
        first, *others = [stack.enter_context(line_to(server, "127.0.6.1")) for _ in range(3)]
        assert first.recv(100).startswith(b"421 4.3.2")
        for line in others:
            line.sendall(b"NOOP\r\n")
            assert line.recv(100).startswith(b"250")


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_it_takes_replies_and_keeps_to_its_limits_on_ipv6(start_server: StartServer) -> None:
    port = free_port()
    server = start_server(INBOUND_LISTEN=f"[::1]:{port}", LIMITS=limits(MOST_OF_A_NETWORK=2))
    # Its own look at the port comes from the same network, and takes a place for a moment.
    looked = Heartbeat.objects.filter(good_at__isnull=False)
    wait_until(looked.exists, server.process, server.log)
    with contextlib.ExitStack() as stack:
        first, *_ = [
            stack.enter_context(socket.create_connection(("::1", port), timeout=PATIENCE))
            for _ in range(2)
        ]
        assert first.recv(100).startswith(b"220")
        with smtplib.SMTP("::1", port, timeout=PATIENCE) as client:
            assert client.sendmail(ADA, TO % KEY, raw_mail()) == {}
        assert first.recv(100).startswith(b"421 4.3.2")
    assert InboundMail.objects.count() == 1


def test_a_port_that_is_really_full_is_not_ready(
    start_server: StartServer, client: Client, settings: Any, tmp_path: Path
) -> None:
    """Two mails that are being written down take both places; nobody can be sent away."""
    settings.WAYS_IN = ["smtp"]
    expect()
    go_on = tmp_path / "go on"
    server = start_server(
        LIMITS=limits(MOST_OF_A_NETWORK=2, HEARTBEAT_EVERY=0.3, GREETING=5),
        SLOW_KEY=KEY,
        SLOW_UNTIL=str(go_on),
    )

    def replies() -> str:
        return str(client.get("/readyz").json()["replies"])

    def are(state: str) -> Callable[[], bool]:
        return lambda: replies() == state

    wait_until(are("ok"), server.process, server.log)
    with contextlib.ExitStack() as stack:
        for number in range(2):
            line = stack.enter_context(line_to(server))
            for command in ("HELO eve", f"MAIL FROM:<{ADA}>", "RCPT TO:<play@duelpost.example>"):
                line.sendall(f"{command}\r\n".encode())
                assert line.recv(1000).startswith(b"250")
            line.sendall(b"DATA\r\n")
            assert line.recv(1000).startswith(b"354")
            line.sendall(raw_mail(number=number) + b".\r\n")
        wait_until(are("full"), server.process, server.log)
        go_on.touch()
    wait_until(are("ok"), server.process, server.log)
