"""No network takes all places of the mail server: a reply from elsewhere always finds one."""

import smtplib
import socket
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from config.monitoring.health import replies_state
from mail.inbound.heartbeats import MAILSERVER, beat, expect, tell_trouble
from mail.inbound.ways.connections import (
    MOST_CONNECTIONS,
    MOST_OF_A_NETWORK,
    Places,
    is_relay,
    network_of,
)
from mail.models import InboundMail
from tests.mail.inbound.conftest import ADA, KEY, MailReader, raw_mail
from tests.mail.inbound.test_server import TO, StartServer, start_server

__all__ = ["start_server"]


@dataclass(eq=False)
class Guest:
    """A connection that does nothing."""

    network: str
    heard_at: float = 0.0
    began_at: float = 0.0
    is_busy: bool = False
    has_recipient: bool = False
    left: list[bool] = field(default_factory=list)

    def leave(self) -> None:
        self.left.append(True)


def test_a_network_has_a_few_places_and_loses_its_idlest() -> None:
    places = Places()
    guests = [Guest("192.0.2.0/24", heard_at=number) for number in range(MOST_OF_A_NETWORK)]
    assert all(places.take(guest) for guest in guests)
    assert places.take(Guest("192.0.2.0/24", heard_at=99))
    assert [guest for guest in guests if guest.left] == guests[:1]
    assert len(places) == MOST_OF_A_NETWORK


def test_a_newcomer_takes_the_place_of_the_greediest() -> None:
    places = Places()
    lonely = Guest("198.51.100.0/24")
    places.take(lonely)
    greedy = [Guest(f"10.0.{number // 20}.0/24") for number in range(MOST_CONNECTIONS - 1)]
    assert all(places.take(guest) for guest in greedy)
    assert places.take(Guest("203.0.113.0/24"))
    assert not lonely.left
    assert sum(bool(guest.left) for guest in greedy) == 1


def test_who_has_named_an_address_of_ours_stays_and_who_is_written_down_stays_in_any_case() -> None:
    places = Places()
    guests = [Guest("a", has_recipient=True) for _ in range(MOST_OF_A_NETWORK - 1)]
    idle = Guest("a", heard_at=5.0)
    for guest in [*guests, idle]:
        places.take(guest)
    assert places.take(Guest("a", is_busy=True))
    assert idle.left
    for guest in guests:
        guest.is_busy = True
    assert not places.take(Guest("a"))


def test_many_networks_that_come_again_and_again_leave_time_to_bring_a_mail() -> None:
    """Each has named an address of ours, and comes again as soon as it was sent away."""
    places, honest = Places(), []
    for moment in range(0, 120_000, 5):  # thousandths of a second
        now = moment / 1000
        attacker = f"198.18.{moment // 5 % 160}.0/24"
        places.take(Guest(attacker, heard_at=now, began_at=now, has_recipient=True))
        if moment % 3700 == 0 and moment:
            honest.append(Guest(f"10.0.{moment // 3700}.0/24", heard_at=now, began_at=now))
            assert places.take(honest[-1])
        for each in honest:
            if now >= each.began_at + 2:  # its mail is here
                places.free(each)
    assert sum(bool(each.left) for each in honest) <= len(honest) / 10


def test_an_address_belongs_to_the_network_of_its_provider() -> None:
    assert network_of("192.0.2.77") == network_of("::ffff:192.0.2.1") == "192.0.2.0/24"
    assert network_of("2001:db8:0:1ff::1") == network_of("2001:db8:0:100::9")
    assert network_of("2001:db8:1::1") != network_of("2001:db8:2::1")
    assert network_of("") == ""
    assert is_relay("10.1.2.3", ["10.0.0.0/8"])
    assert not is_relay("192.0.2.1", ["10.0.0.0/8"])


def idle_from(address: str, port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("networks", [1, 8])
def test_idle_connections_keep_no_reply_out(start_server: StartServer, networks: int) -> None:
    server = start_server()
    with ExitStack() as stack:
        for number in range(120):
            line = idle_from(f"127.0.{1 + number % networks}.{1 + number // 10}", server.port)
            stack.enter_context(line)
            line.recv(100)  # greeted, or told that there is no place
        for source in ("127.0.99.1", "127.0.1.1"):  # from elsewhere, and from their own network
            with smtplib.SMTP(
                "127.0.0.1", server.port, timeout=60, source_address=(source, 0)
            ) as client:
                assert client.sendmail(ADA, TO % KEY, raw_mail(source)) == {}
    assert InboundMail.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_who_tries_many_addresses_is_sent_away(start_server: StartServer) -> None:
    with start_server().connect() as client:
        client.helo()
        client.mail(ADA)
        codes = [client.rcpt(f"play+sguess{number:014d}@duelpost.example") for number in range(10)]
    assert [code for code, _ in codes] == [550] * 9 + [421]


@pytest.mark.django_db
def test_a_full_port_is_not_ready(reader: MailReader, settings: Any) -> None:
    settings.WAYS_IN = ["smtp"]
    expect()
    beat(MAILSERVER)
    assert replies_state() == "ok"
    tell_trouble(MAILSERVER, "The mail server's port is full.")
    assert replies_state() == "full"
    beat(MAILSERVER)
    assert replies_state() == "ok"
