"""Whatever reads strangers' bytes takes time as their length, whole functions included."""

from collections.abc import Callable
from datetime import date

import pytest

from accounts.names import without_addresses
from config.logs import redact
from duel.letters.invitation import plain_name
from duel.replies.words.reading import parse_reply
from engine.duel.reading.reader import READER
from mail.inbound.door.authenticity import is_authentic
from mail.inbound.door.delivery_reports import _reported
from mail.inbound.door.headers import Headers
from mail.inbound.door.keys import _KEY_LINE
from mail.inbound.door.machines import sign_of_machine
from mail.inbound.door.masking import mask_keys
from mail.inbound.parsing.newest import newest
from mail.inbound.parsing.parse import parse
from tests.linear.costs import is_too_dear

PIECES = (
    *(" ", "\n", "\t", "\r\n", "\r", " \n", "\xa0", "a ", "a", "A", "0", "7\n", "1. ", ">", "> \n"),
    *("a b,", "to a", "to: ", "to ada ", "word: ", "my word ", ": ", "note:", "order:\n", "-- \n"),
    *(
        "=41",
        "=\n",
        "%41",
        "&#65;",
        "&plus;",
        "=3D",
        "\0",
        "\0a",
        "aaaaaaaaaaaaaaaa\n",
        "QUJD" * 19,
    ),
    *("reply key:", "reply key:<", "?b?", "?b?QUJD", "a@", "@", "a@b.example, ", "<a@b.example>"),
    *("<", "<a", "<!--", "<div>", "</div>", "&", "&#9", "[image:", "<:", "https://", "?a/", "x:y:"),
    *("On 9 Nov 2026,\n", "wrote:\n", "wrote-", "From: a\n", "Sent from a\n", "________\n"),
    *("=?utf-8?q?a?= ", "(", "(a)", "dmarc=pass;", '"', "smtp;", "said 5", "5.1.1", "<x>:", "450"),
    *("buy ", "take a1 ", "the ", "level 2 ", "red ", "3 points ", "k, ", "and ", "from me "),
)
ENDING = "!"


def raw(body: str) -> bytes:
    return b"From: <mailer-daemon@x.example>\n\n" + body.encode("utf-8", "replace")


def header(value: str) -> Headers:
    line = value.replace("\n", " ").replace("\r", " ").encode("utf-8", "replace")
    names = (b"From", b"To", b"Subject", b"Authentication-Results", b"References", b"Message-ID")
    return Headers(b"".join(name + b": " + line + b"\n" for name in names) + b"\n")


def headers_asked(value: str) -> object:
    headers = header(value)
    is_authentic(headers, sender="ada@duelpost.example")
    sign_of_machine(headers)
    return headers.sender, headers.subject, headers.message_id, headers.addresses("To")


def name_looked_at(value: str) -> object:
    return without_addresses(value), plain_name(value)


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "headers are read": lambda text: Headers(text.encode("utf-8", "replace")),
    "a header is asked": headers_asked,
    "keys are masked": lambda text: mask_keys(raw(text), known=["gabcdefghijklmnopqrst"]),
    "a delivery report is read": lambda text: _reported(raw(text), Headers(raw(text)), "<>"),
    "a key line is looked for": _KEY_LINE.findall,
    "the newest text is found": newest,
    "a mail is parsed": lambda text: parse(raw(text)),
    "the HTML of a mail is parsed": lambda text: parse(b"Content-Type: text/html\n" + raw(text)),
    "a reply is heard": lambda text: parse_reply(
        text, language="en", names=["Ada", "Bruno"], seat=0, today=date(2026, 11, 18)
    ),
    "words on a move are read": READER.parse_text,
    "a name is looked at": name_looked_at,
    "a line of the log is redacted": redact,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_cost_grows_as_the_input(name: str, settings: object) -> None:
    settings.INBOUND_AUTHSERV = "mx.duelpost.example"  # type: ignore[attr-defined]
    slow = [
        piece
        for piece in PIECES
        if is_too_dear(
            FUNCTIONS[name],
            lambda size, piece=piece: "a" + piece * (size // len(piece)) + ENDING,  # type: ignore[misc]
            small_size=400,
        )
    ]
    assert slow == []
