"""What the doctor says of replies: a real listener, a real mailbox, real mail between them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.monitoring import replies
from config.monitoring.findings import Finding
from mail.inbound import heartbeats
from mail.inbound.processing import read_mail
from mail.models import InboundMail
from tests.fixtures.letters import SmtpSink
from tests.servers.imap import Mailbox, imap_server
from tests.servers.processes import free_port


@pytest.fixture
def club(settings: Any, smtp_sink: SmtpSink, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    """One ordinary mailbox: what is sent to it, plus-addresses too, lies in it."""
    settings.MAILBOX_ENABLED = False
    settings.WAYS_IN = ["imap"]
    settings.REPLY_TO = settings.MAIL_FROM = "play@club.example"
    with imap_server(Mailbox()) as shown:
        settings.IMAP_HOST, settings.IMAP_PORT = "127.0.0.1", shown.port
        settings.IMAP_SECURITY = "none"
        settings.IMAP_USER, settings.IMAP_PASSWORD = shown.user, shown.password

        async def keep(server: Any, session: Any, envelope: Any) -> str:
            has_plus = any("+" in address for address in envelope.rcpt_tos)
            if not shown.loses_mail and (shown.takes_plus_addresses or not has_plus):
                shown.keep(envelope.content)
            return "250 Kept"

        monkeypatch.setattr(smtp_sink, "handle_DATA", keep)
        yield shown


def only(findings: Iterator[Finding]) -> Finding:
    [finding] = findings
    return finding


def test_a_reply_to_ourselves_is_found_in_the_mailbox(
    transactional_db: None, club: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "READ_WITHIN", 0.2)
    finding = only(replies.try_out(patience=30))
    assert (finding.grade, "nobody read it" in finding.words) == ("wrong", True)
    read_mail(InboundMail.objects.latest("pk").pk)
    test = InboundMail.objects.latest("pk").data["test"]
    assert replies._read(test, "from the mailbox").grade == "ok"
    assert InboundMail.objects.latest("pk").outcome == "test"


def test_a_mailbox_without_plus_addresses_is_found_out(
    transactional_db: None, club: Mailbox, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "READ_WITHIN", 0.2)
    club.takes_plus_addresses = False
    finding = only(replies.try_out(patience=0.5))
    assert finding.hint == "Set REPLY_PLUS=no."
    settings.REPLY_PLUS = False
    assert "taken in from the mailbox" in only(replies.try_out(patience=30)).words


def test_mail_that_never_arrives_is_told(
    transactional_db: None, club: Mailbox, settings: Any
) -> None:
    settings.IMAP_PORT = club.port
    club.loses_mail = True
    finding = only(replies.try_out(patience=0.3))
    assert finding.grade == "wrong"
    assert "did not arrive" in finding.words
    settings.IMAP_PASSWORD = "another"
    assert "refused the user or the password" in only(replies.try_out(patience=0.3)).words


def test_a_listener_that_is_not_there_is_told(db: None, settings: Any) -> None:
    settings.WAYS_IN, settings.INBOUND_LISTEN = ["smtp"], f"127.0.0.1:{free_port()}"
    finding = only(replies.try_out())
    assert (finding.grade, finding.words.startswith("Nobody answers at")) == (
        "wrong",
        True,
    )


def test_ways_in_are_looked_at(db: None, settings: Any) -> None:
    settings.WAYS_IN = ["smtp", "imap", "webhook", "pipe"]
    heartbeats.beat("imap", at=timezone.now() - timedelta(minutes=20))
    heartbeats.tell_trouble("imap", "The IMAP server imap.club.example hung up.")
    InboundMail.objects.create(
        way="pipe", digest="1", family="test", about="test:1", raw=b"", data={}
    )
    found = {finding.part: finding for finding in replies.look()}
    assert found["mailserver"].grade == "warning"
    assert found["imap"].grade == "wrong"
    assert found["imap"].words.startswith("The IMAP server imap.club.example hung up. It was last")
    assert "/inbound/" in found["webhook"].hint
    assert found["pipe"].grade == "ok"
    heartbeats.beat("mailserver")
    heartbeats.beat("imap")
    found = {finding.part: finding for finding in replies.look()}
    assert found["mailserver"].grade == found["imap"].grade == "ok"


def test_without_a_way_in_it_says_that_there_is_none(db: None, settings: Any) -> None:
    settings.WAYS_IN = []
    assert only(replies.look()).words.startswith("Letters show no reply address")
    assert only(replies.try_out()).grade == "wrong"
