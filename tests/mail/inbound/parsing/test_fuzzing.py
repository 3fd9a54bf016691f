"""Hostile mails: nothing raises or takes long, and nothing is read that is not there or quoted."""

import html
import re
import time
import unicodedata
from collections.abc import Callable
from email import message_from_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mail.inbound.parsing import child
from mail.inbound.parsing.characters import clean_text, decode_text
from mail.inbound.parsing.parse import LONGEST_TEXT, LONGEST_WHOLE, ParsedMail, parse
from tests.mail.inbound.parsing.conftest import TRAP_TIMES
from tests.mail.inbound.parsing.hostile import TRAPS, mutated_mails

PROBLEMS = {"", "too_large", "unreadable", "empty"}


def assert_sound(parsed: ParsedMail) -> None:
    assert parsed.problem in PROBLEMS
    assert len(parsed.text) <= LONGEST_TEXT
    assert len(parsed.whole) <= LONGEST_WHOLE
    assert parsed.problem or parsed.text
    for told in (parsed.text, parsed.whole, parsed.subject):
        assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in told)
    assert all(re.fullmatch(r"[^\s<>@]+@[^\s<>@]+", sender) for sender in parsed.senders)


def contents(raw: bytes) -> str:
    """All that any part of the mail could say, run together, in each way of decoding it."""
    told = []
    for part in message_from_bytes(raw).walk():
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            for charset in ("utf-8", "cp1252", str(part.get_content_charset())):
                text = (
                    decode_text(data, charset)
                    if charset != "cp1252"
                    else data.decode(charset, "replace")
                )
                told += [text, re.sub(r"<[^<>]*>", "", text), html.unescape(text)]
                told.append(html.unescape(re.sub(r"<[^<>]*>", "", text)))
    return "\0".join(re.sub(r"\s", "", clean_text(text)) for text in told)


def test_mutated_replies_raise_nothing_and_say_only_what_they_contain() -> None:
    for raw in mutated_mails(600, seed=15):
        parsed = parse(raw)
        assert_sound(parsed)
        if parsed.text:
            there = contents(raw)
            said = re.findall(r"[^\W_]+", parsed.text)
            assert [word for word in said if word not in there] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_mutated_replies_are_answered_within_the_time_limit(seed: int) -> None:
    for raw in mutated_mails(150, seed=seed):
        assert child.parse_within(raw).problem in PROBLEMS
    child.stop()


def test_traps_are_answered_or_given_up(record_property: Callable[[str, object], None]) -> None:
    """How long each takes is told at the end of the run, not asserted."""
    took = {}
    for name, raw in TRAPS.items():
        begun = time.perf_counter()
        parsed = child.parse_within(raw)
        took[name] = time.perf_counter() - begun
        assert parsed.problem in PROBLEMS | {"too_slow"}
    child.stop()
    assert child.parse_within(b"From: a@b.example\n\n7").text == "7"
    slowest = sorted(took, key=took.__getitem__)[-3:]
    told = ", ".join(f"{name} {took[name] * 1000:.0f} ms" for name in reversed(slowest))
    record_property(TRAP_TIMES, f"Slowest of {len(TRAPS)} traps of 1 MiB: {told}")


@given(st.binary(max_size=2000))
@example(b"")
@example(b"\n\n")
@example(b"From: a@b.example\nContent-Type: text/html\n\n&#" + b"9" * 5000 + b";")
@example(b"From: a@b.example\nContent-Type: multipart/mixed; boundary*=undefined''b\n\n--b\n")
@example(b'From: a@b.example\nContent-Type: text/plain; charset="\x00"\n\n7')
@example(b"From: a@b.example\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n\xff\n")
@example(b"From: =?\xff?q?\xff?= <a@b.example>\nSubject: =?utf-8?b?a?=\n\n7")
def test_any_bytes_are_parsed(raw: bytes) -> None:
    assert_sound(parse(raw))
    assert_sound(parse(b"From: a@b.example\n" + raw))


FIELDS = st.sampled_from(
    [
        "From",
        "Subject",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Content-Disposition",
        "References",
    ]
)
VALUES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "text/plain",
            "text/html; charset=utf-16",
            "multipart/alternative; boundary=b",
            "base64",
            'multipart/mixed; boundary="b"',
            "quoted-printable",
            "message/rfc822",
            "attachment",
            "inline; filename=x",
            "text/plain; format=flowed; delsp=yes",
            "multipart/related; boundary=b",
            'text/plain; charset="utf-8',
            "multipart/signed",
            "application/pkcs7-mime",
            "=?utf-8?q?=ff?=",
        ]
    ),
)
BODIES = st.one_of(
    st.text(max_size=200),
    st.sampled_from(["7", "> 7", "<p>7</p>", "--b", "--b--", "", "=37", "Nw=="]),
)
PARTS = st.tuples(st.lists(st.tuples(FIELDS, VALUES), max_size=4), BODIES)


@given(st.lists(PARTS, min_size=1, max_size=8), st.sampled_from(["\n--b\n", "\r\n--b\r\n", "\n\n"]))
def test_any_tree_of_parts_is_parsed(
    parts: list[tuple[list[tuple[str, str]], str]], seam: str
) -> None:
    written = seam.join(
        "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + body
        for fields, body in parts
    )
    assert_sound(parse(b"From: a@b.example\n" + written.encode("utf-8", "surrogatepass")))


INTRODUCTIONS = (
    "On Wed, Nov 18, 2026 at 9:12 AM Duelpost <\nplay+k@duelpost.example> wrote:",
    "Le mer. 18 nov. 2026 à 09:12, Duelpost <play+k@duelpost.example>\na écrit :",
    "Il giorno mer 18 nov 2026 alle ore 09:12 Duelpost <\nplay+k@duelpost.example> ha scritto:",
    "Il 18/11/26 09:12, Duelpost ha scritto:",
    "-----Original Message-----\nFrom: Duelpost\nSent: 18 Nov 2026\nTo: Bruno\nSubject: Yours",
    "De : Duelpost <play@a.example>\nEnvoyé : mercredi 18 novembre 2026\nÀ : Bruno\nObjet : Vous",
    "_________________________\nDa: Duelpost\nInviato: 18 novembre 2026\nA: Bruno\nOggetto: Tu",
)
OWN = st.lists(
    st.sampled_from(
        ["7", "take a1 b1 c1", "Le rouge en e5.", "Il blu.", "On second thought: 8", "merci !", ""]
    ),
    min_size=1,
    max_size=4,
).filter(any)
QUOTE = st.lists(
    st.sampled_from(
        ["SECRET take e5", "SECRET 9", "", "-- ", "SECRET On 1 Nov 2026 x wrote:", "From: SECRET"]
    ),
    min_size=1,
    max_size=6,
).filter(any)


def read_plain(text: str) -> str:
    return parse(
        b"From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n" + text.encode()
    ).text


def words(*blocks: list[str]) -> list[str]:
    return [word for block in blocks for line in block for word in line.split()]


@given(OWN, st.sampled_from(INTRODUCTIONS), QUOTE)
def test_a_quote_without_marks_never_leaks(
    own: list[str], introduction: str, quote: list[str]
) -> None:
    text = "\n".join([*own, "", introduction, "", *quote])
    assert read_plain(text).split() == words(own)


@given(
    st.tuples(OWN, OWN, OWN),
    st.tuples(QUOTE, QUOTE),
    st.sampled_from(INTRODUCTIONS),
    st.sampled_from(["> ", ">", ">> ", " > "]),
)
def test_marked_quotes_never_leak_and_what_stands_between_is_read(
    own: tuple[list[str], ...], quotes: tuple[list[str], ...], introduction: str, mark: str
) -> None:
    above, between, below = own
    first, second = ([mark + line for line in quote] for quote in quotes)
    text = [*above, "", introduction, *first, "", *between, "", *second, "", *below]
    assert read_plain("\n".join(text)).split() == words(*own)


@given(OWN, QUOTE)
def test_quotes_of_html_never_leak(own: list[str], quote: list[str]) -> None:
    page = "".join(f"<div>{line or '<br>'}</div>" for line in own)
    cited = "".join(f"<p>{line}</p>" for line in quote)
    for frame in (
        '<blockquote type="cite">{}</blockquote>',
        '<div class="gmail_quote"><p class="gmail_attr">SECRET<blockquote>{}</blockquote></div>',
        '<div class="yahoo_quoted" id="yahoo_quoted_1"><div>SECRET</div>{}</div>',
        '<div class="moz-cite-prefix">SECRET</div><blockquote>{}</blockquote>',
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">SECRET</div><div>{}</div>',
        '<div class="protonmail_quote">SECRET<br>{}</div>',
    ):
        raw = f"From: a@b.example\nContent-Type: text/html\n\n{page}{frame.format(cited)}".encode()
        assert parse(raw).text.split() == words(own)
