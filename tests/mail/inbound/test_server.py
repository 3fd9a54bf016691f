"""Mail servers bring replies to ours, by SMTP and LMTP: a real process, real connections."""

import os
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from mail.inbound.ways.server import MOST_RECIPIENTS
from mail.models import DeliveryEvent, Heartbeat, InboundMail
from tests.mail.conftest import MakeLetter
from tests.mail.inbound.conftest import ADA, FORGED, KEY, OTHER_KEY, MailReader, raw_mail
from tests.mail.inbound.test_delivery_reports import bounce
from tests.servers.processes import free_port, start, stop, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

TO = "play+%s@duelpost.example"
SERVER = Path(__file__).with_name("serving.py")

StartServer = Callable[..., "Server"]


class Server:
    """A mail server of ours that runs."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], log: Path) -> None:
        self.port, self.process, self.log = port, process, log

    def connect(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=60)

    def says(self, words: str) -> bool:
        return words in self.log.read_text(encoding="utf-8")


@pytest.fixture
def start_server(
    reader: MailReader, database_url: str, tmp_path: Path, ledger: Any
) -> Iterator[StartServer]:
    """Call it for a mail server on the test database, which knows the tests' reply addresses."""
    running: list[subprocess.Popen[bytes]] = []

    def begin(**environment: str) -> Server:
        port, log = free_port(), tmp_path / f"log{len(running)}"
        process = start(
            [sys.executable, str(SERVER), "mailserver", "--skip-checks"],
            log=log,
            environment=os.environ
            | {
                "DATABASE_URL": database_url,
                "INBOUND_LISTEN": f"127.0.0.1:{port}",
                "REPLY_TO": "play@duelpost.example",
                "PYTHONPATH": os.getcwd(),
            }
            | environment,
        )
        running.append(process)
        server = Server(port, process, log)
        wait_until(lambda: server.says("Replies are taken in"), process, log)
        return server

    yield begin
    for process in running:
        stop(process)


def refused_with(call: Callable[[], Any]) -> tuple[int, str]:
    """Return the code and the sentence with which the server refuses."""
    try:
        call()
    except smtplib.SMTPRecipientsRefused as error:
        ((code, said),) = error.recipients.values()
        return code, said.decode()
    except smtplib.SMTPResponseException as error:
        return error.smtp_code, str(error.smtp_error)
    pytest.fail("It was taken.")


def test_a_reply_is_committed_before_it_is_said_to_be_ours(start_server: StartServer) -> None:
    with start_server().connect() as client:
        assert client.sendmail(ADA, TO % KEY, raw_mail()) == {}
        mail = InboundMail.objects.get()
        client.sendmail(ADA, TO % KEY, raw_mail())  # comes again
    assert InboundMail.objects.count() == 1
    assert (mail.status, mail.way, mail.sender) == ("waiting", "smtp", ADA)
    assert bytes(mail.raw).endswith(b"take a1 b1 c1\r\n")


def test_only_mail_for_us_is_taken(start_server: StartServer, make_letter: MakeLetter) -> None:
    server = start_server()
    with server.connect() as client:
        client.ehlo()
        assert "auth" not in client.esmtp_features
        assert client.esmtp_features["size"] == "1048576"
        for address in (TO % FORGED, "ada@elsewhere.example", "bounce+0123456789abcdef@x.example"):
            code, sentence = refused_with(partial(client.sendmail, ADA, address, b"x"))
            assert (code, "No replies are taken" in sentence) == (550, True)
            # What their mail program shows to somebody who answered a letter of an old key.
            assert f"sign in at {settings.SITE_URL} " in sentence
            assert len(sentence) < 500
        code, _ = refused_with(
            lambda: client.sendmail(ADA, TO % KEY, raw_mail("x" * 80 + "\r\n" * 600_000))
        )
        assert code == 552
        # To our mailbox without a key: that is seen only when the whole mail is here.
        code, _ = refused_with(
            lambda: client.sendmail(ADA, "play@duelpost.example", raw_mail(to="x@y.example"))
        )
        assert code == 550
    assert not InboundMail.objects.exists()
    log = server.log.read_text()
    assert [secret for secret in (KEY, FORGED, ADA) if secret in log] == []


def test_a_letter_that_came_back_is_reported(
    start_server: StartServer, make_letter: MakeLetter
) -> None:
    letter = make_letter()
    with start_server().connect() as client:
        client.sendmail("", f"play+bounce.{letter.token}@duelpost.example", bounce("5.1.1"))
    event = DeliveryEvent.objects.get()
    assert (event.letter, event.kind, event.is_final) == (letter, "bounced", True)
    assert not InboundMail.objects.exists()


@pytest.mark.only_on("postgresql")
def test_too_many_recipients_are_asked_to_come_again(start_server: StartServer) -> None:
    with start_server().connect() as client:
        client.ehlo()
        client.mail(ADA)
        codes = [client.rcpt(TO % KEY)[0] for _ in range(MOST_RECIPIENTS + 1)]
    assert codes == [250] * MOST_RECIPIENTS + [452]


def test_lmtp_answers_for_each_recipient(start_server: StartServer) -> None:
    server = start_server(INBOUND_PROTOCOL="lmtp")
    with smtplib.LMTP("127.0.0.1", server.port) as client:
        client.ehlo_or_helo_if_needed()
        client.mail(ADA)
        assert [client.rcpt(TO % key)[0] for key in (KEY, FORGED, OTHER_KEY)] == [250, 550, 250]
        assert client.data(raw_mail())[0] == 250
        assert client.getreply()[0] == 250, "smtplib reads the first answer only"
        assert client.noop()[1] == b"OK", "no answer is left over"
    assert set(InboundMail.objects.values_list("about", flat=True)) == {"seat:0", "seat:1"}


HOSTILE = [
    b"HELO x\r\n" * 100,
    b"\0" * 5000 + b"\r\n",
    b"x" * 200_000,
    b"MAIL FROM:<\xff\xfe>\r\nRCPT TO:<" + b"a" * 400 + b">\r\n",
    b"EHLO x\r\nAUTH PLAIN AGFkYQBhZGE=\r\nAUTH LOGIN\r\n",
    f"EHLO x\r\nMAIL FROM:<a@b>\r\nRCPT TO:<{TO % KEY}>\r\nDATA\r\nhalf a".encode(),
]


def test_nothing_that_is_said_to_it_keeps_it_from_the_next_mail(start_server: StartServer) -> None:
    server = start_server()
    for said in HOSTILE:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):
                pass
    with server.connect() as client:
        long_lines = raw_mail("x" * 30_000 + "\0\xff" + "\n.\n.." * 50)
        client.sendmail(ADA, TO % KEY, long_lines)
    assert InboundMail.objects.count() == 1
    assert not server.says("Traceback")


def test_one_slow_mail_holds_up_nobody(start_server: StartServer, tmp_path: Path) -> None:
    long_enough = tmp_path / "long enough"
    server = start_server(SLOW_KEY=KEY, SLOW_UNTIL=str(long_enough))
    with server.connect() as slow, server.connect() as quick:
        slow.ehlo()
        slow.mail(ADA)
        slow.putcmd("rcpt", f"TO:<{TO % KEY}>")  # the reader needs a while for it
        quick.sendmail(ADA, TO % OTHER_KEY, raw_mail())
        assert not server.says("slow key resolved")
        assert InboundMail.objects.count() == 1
        long_enough.touch()
        assert slow.getreply()[0] == 250


def test_a_database_that_is_away_makes_servers_come_again(
    start_server: StartServer, reader: MailReader
) -> None:
    server = start_server(FAILING_KEY=KEY)
    with server.connect() as client:
        code, sentence = refused_with(lambda: client.sendmail(ADA, TO % KEY, raw_mail()))
        assert (code, "try again" in sentence) == (451, True)
        client.sendmail(ADA, TO % OTHER_KEY, raw_mail())


def test_it_has_a_heartbeat_and_ends_when_told(start_server: StartServer) -> None:
    server = start_server()
    wait_until(
        lambda: Heartbeat.objects.filter(name="mailserver").exists(), server.process, server.log
    )
    with server.connect() as client:
        client.ehlo()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=60) == 0
    assert not server.says("Traceback")
