"""The reply box of the embedded mailbox: what is written there goes the way of any reply."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import translation

from mail.addresses import reply_address
from mail.inbound.self_test import new_test, reply_key
from mail.mailbox import files as mailbox
from mail.models import InboundMail
from tests.fixtures.letters import SmtpSink
from tests.servers.processes import free_port

pytestmark = pytest.mark.usefixtures("mailbox_dir")
ADA = "ada@duelpost.example"


@pytest.fixture
def nobody_listens(settings: Any) -> None:
    settings.INBOUND_LISTEN = f"127.0.0.1:{free_port()}"


@pytest.fixture
def listener(settings: Any) -> Iterator[SmtpSink]:
    """A mail server where ours would be."""
    sink = SmtpSink(port=free_port())
    settings.INBOUND_LISTEN = f"127.0.0.1:{sink.port}"
    controller = Controller(sink, hostname=sink.host, port=sink.port)
    controller.start()
    yield sink
    controller.stop()


def a_letter(*, to: str = ADA, reply_to: str = "") -> str:
    """Send a letter and return its name in the mailbox."""
    headers = {"Message-ID": "<letter@duelpost.example>", "References": "<thread@duelpost.example>"}
    where = [reply_to] if reply_to else None
    text = "It is your turn, José.\n\nTake two."
    EmailMessage("Your turn", text, to=[to], headers=headers, reply_to=where).send()
    return mailbox.envelopes()[0].key


def answer(key: str, text: str = "take a1 b1\nc1") -> str:
    """Return what the page says after this reply."""
    response = Client().post(reverse("mailbox:reply", args=[key]), {"text": text}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_a_reply_goes_by_smtp_as_a_mail_program_writes_it(db: None, listener: SmtpSink) -> None:
    key = a_letter(reply_to=reply_address(reply_key(new_test())))
    page = answer(key)
    assert "Your reply was received. Its answer comes as a letter to ada@duelpost.example" in page
    [mail] = listener.letters
    assert mail["From"] == ADA
    assert mail["To"] == mailbox.open_letter(key).reply_to
    assert mail["Subject"] == "Re: Your turn"
    assert mail["In-Reply-To"] == "<letter@duelpost.example>"
    assert mail["References"] == "<thread@duelpost.example> <letter@duelpost.example>"
    text, _, quoted = mail.get_content().partition("\n\nOn ")
    assert text.splitlines() == ["take a1 b1", "c1"]
    assert " wrote:\n> It is your turn, José.\n>\n> Take two.\n" in quoted
    assert not InboundMail.objects.exists()


def test_while_no_server_runs_it_is_received_all_the_same(
    transactional_db: None, nobody_listens: None
) -> None:
    test = new_test()
    assert "Your reply was received" in answer(a_letter(reply_to=reply_address(reply_key(test))))
    [row] = InboundMail.objects.all()
    assert (row.way, row.about, row.sender) == ("page", f"test:{test}", ADA)
    assert b"take a1 b1" in bytes(row.raw)


@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_letter_is_quoted_in_the_language_of_the_page(
    language: str, listener: SmtpSink, db: None
) -> None:
    key = a_letter(reply_to=reply_address(reply_key(new_test())))
    with translation.override(language):
        client = Client(headers={"accept-language": language})
        client.post(reverse("mailbox:reply", args=[key]), {"text": "7"})
    wrote = {"fr": " a écrit\xa0:\n> It", "it": " ha scritto:\n> It"}[language]
    assert wrote in listener.letters[0].get_content()


def test_a_key_that_nobody_knows_is_told(transactional_db: None, nobody_listens: None) -> None:
    page = answer(a_letter(reply_to=reply_address("taaaaaaaaaaaaaaaaaaaaaaaa")))
    assert "This letter cannot be answered any more" in page
    assert not InboundMail.objects.exists()


def test_a_refusal_of_the_server_is_told(db: None, listener: SmtpSink) -> None:
    async def refuse(server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        return "550 5.1.1 No"

    listener.handle_RCPT = refuse  # type: ignore[attr-defined]
    page = answer(a_letter(reply_to=reply_address(reply_key(new_test()))))
    assert "This letter cannot be answered any more" in page


@pytest.mark.parametrize("text", ["", "  \n", "x" * 8001])
def test_nothing_and_too_much_are_not_sent(text: str, db: None, listener: SmtpSink) -> None:
    key = a_letter(reply_to=reply_address(reply_key(new_test())))
    assert "Nothing was sent" in answer(key, text)
    assert listener.letters == []


def test_a_letter_without_a_reply_address_has_no_box(db: None) -> None:
    key = a_letter()
    assert "<textarea" not in Client().get(reverse("mailbox:letter", args=[key])).content.decode()
    assert Client().post(reverse("mailbox:reply", args=[key]), {"text": "7"}).status_code == 404


def test_it_is_guarded_and_at_home_only(db: None, settings: Any, mailbox_dir: Path) -> None:
    address = reverse(
        "mailbox:reply", args=[a_letter(reply_to=reply_address(reply_key(new_test())))]
    )
    assert Client(enforce_csrf_checks=True).post(address, {"text": "7"}).status_code == 403
    assert Client().get(address).status_code == 405
    settings.EMBEDDED = False
    assert Client().post(address, {"text": "7"}).status_code == 404


def test_whatever_is_written_stays_the_body(transactional_db: None, nobody_listens: None) -> None:
    answer(
        a_letter(reply_to=reply_address(reply_key(new_test()))),
        "Bcc: eve@duelpost.example\r\n.\r\nFrom eve\r\n\x00é",
    )
    mail = message_from_bytes(bytes(InboundMail.objects.get().raw), policy=policy.default)
    assert mail["Bcc"] is None
    assert "From eve" in mail.get_content()
