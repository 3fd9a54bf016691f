"""What a letter says to mail programs and servers, besides its words."""

from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core import mail

from mail.addresses import message_id, return_path, token_of_return_path
from mail.outbox.delivery import deliver
from mail.registry import Attachment, Builder, Draft
from mail.sending.messages import compose
from tests.fixtures.letters import SmtpSink
from tests.mail.conftest import STORY, MakeLetter
from tests.servers.processes import free_port

pytestmark = pytest.mark.words

RICH = Draft(
    subject="Être à l'heure: it is your turn, " + "é" * 80,
    text="Zürich, naïve\n" * 400 + "x" * 3000,
    html="<p>" + "é&nbsp;" * 1000 + "</p>",
    attachments=(
        Attachment("partie è.json", b'{"a": "' + b"b" * 5000 + b'"}', "application/json"),
    ),
    thread="game:4711:0",
    list_id="game-4711.duelpost.example",
    reply_key="gabcdefghijklmnop",
)


def test_letters_of_a_thread_hang_together_and_others_do_not(make_letter: MakeLetter) -> None:
    root = message_id("thread:game:4711:0")
    for _ in range(2):
        headers = compose(make_letter(), RICH).message()
        assert (headers["In-Reply-To"], headers["References"]) == (root, root)
        assert headers["Message-ID"] != root
    assert "References" not in compose(make_letter(), STORY).message()


def test_a_letter_names_its_list_and_where_replies_go(make_letter: MakeLetter) -> None:
    headers = compose(make_letter(), RICH).message()
    assert headers["List-Id"] == "<game-4711.duelpost.example>"
    assert headers["Reply-To"] == "play+gabcdefghijklmnop@duelpost.example"
    plain = compose(make_letter(), STORY).message()
    assert "List-Id" not in plain
    assert "Reply-To" not in plain


def test_a_letter_says_how_to_end_it_in_one_click(make_letter: MakeLetter, settings: Any) -> None:
    settings.SITE_URL = "https://duelpost.example"
    headers = compose(make_letter(topic="game:4711"), STORY).message()
    assert headers["List-Unsubscribe"].startswith("<https://duelpost.example/me/unsubscribe/")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_letter_that_cannot_be_muted_does_not_offer_it(make_letter: MakeLetter) -> None:
    headers = compose(make_letter(kind="test"), STORY).message()
    assert "List-Unsubscribe" not in headers
    assert "List-Unsubscribe-Post" not in headers


@pytest.mark.parametrize("draft", [STORY, RICH])
def test_a_raw_letter_passes_the_strict_parser(make_letter: MakeLetter, draft: Draft) -> None:
    letter = make_letter(topic="game:4711")
    raw = compose(letter, draft).message().as_bytes()
    parsed = message_from_bytes(raw, policy=policy.strict)
    assert all(part.defects == [] for part in parsed.walk())
    assert all(len(line) < 998 for line in raw.splitlines())
    assert parsed["Auto-Submitted"] == "auto-generated"


def test_a_header_cannot_be_broken_out_of(
    make_letter: MakeLetter, story_is_built_by: Callable[[Builder], None]
) -> None:
    story_is_built_by(
        lambda data: replace(STORY, reply_key="a@b.example\nBcc: eve@elsewhere.example")
    )
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, mail.outbox) == ("failed", [])


@pytest.mark.parametrize("domain", ["", "bounces.duelpost.example", "bücher.example"])
def test_a_return_path_can_be_read_back(settings: Any, domain: str) -> None:
    settings.BOUNCE_DOMAIN = domain
    address = return_path("0123456789abcdef")
    assert address.isascii()
    assert token_of_return_path(address.upper()) == "0123456789abcdef"


def test_an_address_that_is_no_return_path_names_no_letter() -> None:
    assert token_of_return_path("play@duelpost.example") == ""
    assert token_of_return_path("bounce+zzz@duelpost.example") == ""


class Envelopes:
    """A mail server that notes from whom and to whom a letter goes."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, list[str]]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.seen.append((envelope.mail_from, envelope.rcpt_tos))
        return "250 Kept"


def test_each_letter_has_an_envelope_sender_of_its_own(
    make_letter: MakeLetter, settings: Any, smtp_sink: SmtpSink
) -> None:
    envelopes = Envelopes()
    server = Controller(envelopes, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_PORT = server.port
    letters = [make_letter() for _ in range(2)]
    try:
        for letter in letters:
            deliver(letter.pk)
    finally:
        server.stop()
    assert envelopes.seen == [
        (f"play+bounce.{letter.token}@duelpost.example", [letter.to]) for letter in letters
    ]


def test_the_reader_sees_the_same_sender_in_all_letters(
    make_letter: MakeLetter, settings: Any, smtp_sink: SmtpSink
) -> None:
    deliver(make_letter().pk)
    assert smtp_sink.letters[0]["From"] == settings.DEFAULT_FROM_EMAIL
