"""No reply key of ours can be found in a mail that was stored, however it was spelled."""

import base64
import quopri
import re
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.addresses import reference_of, reply_address
from mail.inbound.door.masking import mask_keys

KEY = "gabcdefghijklmnopqrstuvwxyz234567"
FORMS = ["play@club.example", "@in.club.example"]

Spelling = Callable[[str], bytes]


def _html(key: str) -> bytes:
    return f'<p><b>Reply key:</b>&nbsp;<a href="#">{key}</a></p>'.encode()


SPELLINGS: dict[str, Spelling] = {
    "address": lambda key: f"To: Duelpost <{reply_address(key)}>".encode(),
    "upper case": lambda key: reply_address(key).upper().encode(),
    "reference": lambda key: f"References: <a@b>\r\n {reference_of(key)}".encode(),
    "key line": lambda key: f"> Reply key: {key}".encode(),
    "wrapped key line": lambda key: f">> Reply key:\r\n>> {key}".encode(),
    "key line in HTML": _html,
    "link": lambda key: f"<a href='mailto:{quote(reply_address(key))}?body=7'>".encode(),
    "escaped link": lambda key: reply_address(key).replace("+", "&#43;").encode(),
    "quoted-printable": lambda key: reply_address(key).replace("+", "=2B").encode(),
    "alone": lambda key: f"Reply key: {key}\n\nas I said: ({key})".encode(),
}


@pytest.fixture(params=FORMS)
def reply_to(request: pytest.FixtureRequest, settings: Any) -> str:
    settings.REPLY_TO = request.param
    return str(request.param)


def everything_in(raw: bytes) -> str:
    """All that anybody could read in the mail: as it lies there, and with all parts decoded."""
    seen = [raw, re.sub(rb"=\r?\n", b"", raw)]
    for part in message_from_bytes(raw, policy=policy.compat32).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            seen += [content, content.replace(b"\0", b"")]
    return b"\n".join(seen).decode(errors="replace").lower()


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_key_is_masked_in_every_spelling(reply_to: str, spelling: Spelling) -> None:
    text = spelling(KEY)
    assert KEY in text.decode().lower(), "else there would be nothing to mask"
    masked = mask_keys(b"Subject: hello\r\n\r\n" + text + b"\r\n\r\n-- \r\nAda")
    assert KEY not in everything_in(masked)
    assert b"********" in masked
    assert masked.endswith(b"\r\n\r\n-- \r\nAda")


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
@pytest.mark.parametrize("charset", ["utf-8", "utf-16-le"])
def test_encoded_parts_are_masked_and_stay_readable(
    reply_to: str, encoding: str, charset: str
) -> None:
    words = f"Grüße! take a1\n\n> To: {reply_address(KEY)}\n> Reply key: {KEY}\n" * 3
    raw = EmailMessage(policy=policy.SMTP)
    raw["From"] = "ada@club.example"
    raw.set_content(words, cte=encoding, charset="utf-8")
    raw.add_attachment(words.encode(charset), maintype="application", subtype="octet-stream")
    masked = mask_keys(raw.as_bytes())
    assert KEY not in everything_in(masked)
    body = message_from_bytes(masked, policy=policy.default).get_body(("plain",))
    assert body is not None
    text = body.get_content()
    assert text.count("Grüße! take a1") == 3
    assert text.count("********") == 6


def test_a_key_in_a_mail_within_a_mail_is_masked(reply_to: str) -> None:
    inner = base64.encodebytes(reply_address(KEY).encode())
    outer = base64.encodebytes(b"Content-Transfer-Encoding: base64\n\n" + inner)
    masked = mask_keys(b"Subject: Fwd\n\n" + outer)
    found = base64.b64decode(masked.partition(b"\n\n")[2]).partition(b"\n\n")[2]
    assert KEY not in base64.b64decode(found).decode()


@given(
    text=st.text(max_size=200),
    places=st.lists(st.sampled_from(sorted(SPELLINGS)), min_size=1, max_size=4),
    width=st.integers(min_value=20, max_value=76),
    key=st.from_regex(r"[a-z][a-z2-7]{15,40}", fullmatch=True, alphabet="abcxyz2345679"),
    encoding=st.sampled_from(["plain", "base64", "quoted-printable", "soft"]),
)
def test_no_key_survives(text: str, places: list[str], width: int, key: str, encoding: str) -> None:
    from django.test import override_settings

    for form in FORMS:
        with override_settings(REPLY_TO=form):
            body = text.encode() + b"\n" + b"\n\n".join(SPELLINGS[place](key) for place in places)
            head = b"Subject: x\nContent-Transfer-Encoding: %s\n\n"
            if encoding == "base64":
                raw = head % b"base64" + base64.encodebytes(body)
            elif encoding == "quoted-printable":
                raw = head % b"quoted-printable" + quopri.encodestring(body)
            elif encoding == "soft":  # cut anywhere, as programs do
                lines = [body[at : at + width] for at in range(0, len(body), width)]
                raw = head % b"quoted-printable" + b"=\r\n".join(lines)
            else:
                raw = head % b"8bit" + body
            assert key not in everything_in(mask_keys(raw, known=[key]))


@pytest.mark.parametrize(
    "text",
    [
        b"From: christophermontgomery@elsewhere.example",
        b"take antidisestablishmentarianism, please",
        b"References: <CAabcdefghijklmnopqrstuvwx@mail.example>",
        base64.encodebytes(b"\x89PNG a picture of a hundred bytes or so" * 3),
        b"a=\r\nb =3D =E9 \xff \0",
    ],
)
def test_what_is_no_key_of_ours_stays_as_it_was(reply_to: str, text: bytes) -> None:
    assert mask_keys(text) == text


def test_an_address_in_a_tag_after_words_without_a_key_is_masked(reply_to: str) -> None:
    raw = f"Reply key: <a href='mailto:{reply_address(KEY)}'> none".encode()
    assert KEY.encode() not in mask_keys(raw)


def test_words_of_key_lines_within_tags_are_looked_at_once() -> None:
    # To look from each of them to the end would take minutes.
    raw = b"reply key:" + b"<reply key:>" * (2**20 // 12)
    assert mask_keys(raw) == raw
