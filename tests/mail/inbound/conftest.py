"""Reply addresses of a small family of the tests' own, and mail that is sent to them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from mail.addresses import reply_address
from mail.inbound import registry
from mail.inbound.receipt import Receipt, receive
from mail.inbound.registry import Outcome, ReceivedMail, Route, reads_replies
from mail.models import InboundMail

ADA, BRUNO = "ada@duelpost.example", "bruno@duelpost.example"
KEY = "sadaaaaaaaaaaaaaaaaaaaa"
"""Opens Ada's seat."""
OTHER_KEY = "sbrunobrunobrunobruno"
FORGED = "sevevevevevevevevevev"
SEATS = {KEY: ("seat:0", ADA), OTHER_KEY: ("seat:1", BRUNO)}


@dataclass
class MailReader:
    """Who reads the mail of the tests' family, and what it does about it."""

    got: list[ReceivedMail] = field(default_factory=list)
    act: Callable[[ReceivedMail], Outcome] = lambda mail: Outcome("played", {"text": mail.text})


def resolve(key: str) -> Route | None:
    about, owner = SEATS.get(key, ("", ""))
    return Route(about, {"seat": about[-1:]}, frozenset([owner])) if about else None


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch, settings: Any) -> MailReader:
    """Mail to reply addresses whose keys begin with `s` is read by this one."""
    settings.REPLY_TO = "play@duelpost.example"
    settings.REPLY_PLUS = True
    settings.WAYS_IN = ["smtp", "webhook"]
    monkeypatch.setattr(registry, "_families", dict(registry._families))
    them = MailReader()

    @reads_replies("s", name="seat", resolve=resolve)
    def read(mail: ReceivedMail) -> Outcome:
        them.got.append(mail)
        return them.act(mail)

    return them


def raw_mail(
    text: str = "take a1 b1 c1",
    *,
    sender: str = ADA,
    to: str = "",
    headers: str = "",
    number: int = 1,
) -> bytes:
    """A mail as it comes from a mail server."""
    return (
        f"From: Ada <{sender}>\r\nTo: {to or reply_address(KEY)}\r\nSubject: Re: Your turn\r\n"
        f"Message-ID: <{number}@duelpost.example>\r\n{headers}\r\n{text}\r\n"
    ).encode()


def take(raw: bytes, *recipients: str, **more: Any) -> Receipt:
    """Receive the mail, at Ada's reply address if nothing else is said."""
    way = more.pop("way", InboundMail.Way.SMTP)
    return receive(raw, recipients=recipients or [reply_address(KEY)], way=way, **more)
