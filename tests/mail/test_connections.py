"""One connection for several letters, as long as it is good."""

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.sending import connections
from tests.fixtures.letters import SmtpSink
from tests.mail.conftest import MakeLetter
from tests.servers.processes import free_port


class Guest(SMTP):
    """One visit to the server."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.event_handler.visits.append(self)


class Host(SmtpSink):
    """A mail server that remembers who came."""

    visits: list[Guest]


class Reception(Controller):
    """The listener."""

    def factory(self) -> Guest:
        return Guest(self.handler, hostname="127.0.0.1")


@pytest.fixture
def host(settings: Any, smtp_sink: SmtpSink) -> Iterator[Host]:
    """A mail server of one's own, to which Django's settings point."""
    host = Host(port=free_port())
    host.visits = []
    reception = Reception(host, hostname=host.host, port=host.port)
    reception.start()
    settings.EMAIL_PORT = host.port
    host.visits.clear()  # the listener looks after itself once
    yield host
    connections.hang_up()
    reception.stop()


def send(make_letter: MakeLetter) -> Letter:
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    return letter


def test_letters_share_a_connection(make_letter: MakeLetter, host: Host) -> None:
    sent = [send(make_letter) for _ in range(3)]
    assert [letter["Message-ID"] for letter in host.letters] == [each.message_id for each in sent]
    assert len(host.visits) == 1


def test_nobody_overstays(
    make_letter: MakeLetter, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_LETTERS", 2)
    for _ in range(5):
        send(make_letter)
    assert (len(host.letters), len(host.visits)) == (5, 3)


def test_a_connection_that_was_idle_is_not_used_again(
    make_letter: MakeLetter, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(make_letter)
    monkeypatch.setattr(connections, "KEPT_FOR", 0.0)
    send(make_letter)
    assert (len(host.letters), len(host.visits)) == (2, 2)


def test_a_server_that_hung_up_is_called_again(make_letter: MakeLetter, host: Host) -> None:
    send(make_letter)
    (guest,) = host.visits
    transport: Any = guest.transport
    guest.loop.call_soon_threadsafe(transport.abort)
    assert send(make_letter).status == Letter.Status.SENT
    assert (len(host.letters), len(host.visits)) == (2, 2)


def test_the_letter_after_a_refused_one_has_a_connection_of_its_own(
    make_letter: MakeLetter, host: Host
) -> None:
    host.answer = "451 Later"
    assert send(make_letter).status == Letter.Status.WAITING
    host.answer = "250 Kept"
    assert send(make_letter).status == Letter.Status.SENT
    assert len(host.visits) == 2


def test_another_way_of_sending_is_taken_at_once(
    make_letter: MakeLetter, host: Host, settings: Any, smtp_sink: SmtpSink
) -> None:
    send(make_letter)
    settings.EMAIL_PORT = smtp_sink.port
    send(make_letter)
    assert (len(host.letters), len(smtp_sink.letters)) == (1, 1)
