"""Letters over a real SMTP connection: taken, refused, left without an answer."""

import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.fixtures.letters import SmtpSink
from tests.mail.conftest import MakeLetter


def test_the_server_takes_the_letter(make_letter: MakeLetter, smtp_sink: SmtpSink) -> None:
    letter = make_letter()
    deliver(letter.pk)
    (received,) = smtp_sink.letters
    assert received["Message-ID"] == letter.message_id
    assert received["To"] == "ada@duelpost.example"
    body = received.get_body(preferencelist=("plain",))
    assert body is not None
    assert body.get_content().splitlines() == ["It is your turn."]
    letter.refresh_from_db()
    assert letter.status == Letter.Status.SENT


@pytest.mark.parametrize(
    ("answer", "status", "error"),
    [
        ("451 Later", Letter.Status.WAITING, "The mail server asks us to wait (451)."),
        ("554 Spam", Letter.Status.FAILED, "The mail server refused the letter (554)."),
    ],
)
def test_the_server_refuses_the_letter(
    make_letter: MakeLetter, smtp_sink: SmtpSink, answer: str, status: str, error: str
) -> None:
    smtp_sink.answer = answer
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.last_error) == (status, f"SMTPDataError: {error}")


@pytest.mark.parametrize(
    ("answer", "status"),
    [("450 Greylisted", Letter.Status.WAITING), ("550 Nobody here", Letter.Status.FAILED)],
)
def test_the_server_refuses_the_recipient(
    make_letter: MakeLetter, settings: Any, smtp_sink: SmtpSink, answer: str, status: str
) -> None:
    class Picky:
        async def handle_RCPT(self, *args: object) -> str:  # noqa: N802
            return f"{answer} <ada@duelpost.example>"

    picky = Controller(Picky(), hostname="127.0.0.1", port=_free_port())
    picky.start()
    settings.EMAIL_PORT = picky.port
    letter = make_letter()
    try:
        deliver(letter.pk)
    finally:
        picky.stop()
    letter.refresh_from_db()
    assert letter.status == status
    assert letter.last_error == (
        f"SMTPRecipientsRefused: The mail server refused the recipient ({answer[:3]})."
    )


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


def test_a_silent_server_is_tried_again_soon(
    make_letter: MakeLetter, settings: Any, smtp_sink: SmtpSink, silent_port: int
) -> None:
    settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent_port, 0.1
    error = "SMTPServerDisconnected: The mail server hung up or did not answer."
    assert_put_back(make_letter(), error)


def test_a_server_that_is_away_is_tried_again_soon(
    make_letter: MakeLetter, settings: Any, smtp_sink: SmtpSink
) -> None:
    settings.EMAIL_PORT = _free_port()
    assert_put_back(make_letter(), "ConnectionRefusedError: The mail server could not be reached.")


def assert_put_back(letter: Letter, error: str) -> None:
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.last_error) == (Letter.Status.WAITING, error)
    assert letter.next_attempt_at > timezone.now()
    assert letter.handed_at is None


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
    return port
