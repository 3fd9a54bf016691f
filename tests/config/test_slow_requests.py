"""Real servers, real sockets: visitors who send slowly, too much or from too many connections."""

import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.servers.web import ADA, EVE, FRONT, PATIENCE, Site, everything, serving, slow_post


def ask_and_read_nothing(site: Site, visitor: str) -> None:
    """Ask for more pages than fit on their way to a visitor who does not read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    connection.bind((visitor, 0))
    connection.connect(("127.0.0.1", site.port))
    site.open.append(connection)
    page = b"GET /static/table.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    connection.sendall(page * 3000)


@pytest.fixture(scope="module")
def patient_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that waits for requests longer than any test."""
    folder = tmp_path_factory.mktemp("web")
    with serving(folder, WEB_REQUEST_SECONDS="600") as site:
        yield site


@pytest.fixture
def patient(patient_site: Site) -> Iterator[Site]:
    yield patient_site
    patient_site.close()


@pytest.fixture(scope="module")
def strict_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with short patience behind a front on 127.0.0.3."""
    folder = tmp_path_factory.mktemp("web")
    settings = {
        "WEB_REQUEST_SECONDS": "1",
        "WEB_ANSWER_SECONDS": "5",
        "WEB_CONNECTIONS_PER_NETWORK": "8",
        "WEB_MOST_BYTES": "100000",
        "TRUSTED_PROXIES": FRONT,
    }
    with serving(folder, **settings) as site:
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


def test_an_answer_that_takes_long_to_make_is_given(tmp_path: Path) -> None:
    """On a machine that others keep busy, `/replay/` took more than a minute for a file."""
    with serving(tmp_path, "tests.servers.slow_site", WEB_ANSWER_SECONDS="5") as site:
        assert b"at last" in site.get(ADA, "/slow")


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


def test_a_front_can_use_its_connections_again_later_than_a_visitor(strict: Site) -> None:
    lines = ("GET /healthz HTTP/1.1", "X-Forwarded-For: 192.0.2.9")
    front, visitor = (strict.send(each, *lines) for each in (FRONT, EVE))
    assert everything(visitor).startswith(b"HTTP/1.1 200 OK")  # it ends, as we have closed it
    front.recv(65536)
    time.sleep(2)
    front.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert everything(front).startswith(b"HTTP/1.1 200 OK")


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
