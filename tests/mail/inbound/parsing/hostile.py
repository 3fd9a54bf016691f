"""Mails that nobody's program writes: mutated ones, and traps that make parsers slow."""

import random
from collections.abc import Callable, Iterator

from tests.mail.inbound.parsing.corpus import replies

SCRAPS = (
    b"\r\n",
    b"\n\n",
    b"\n--",
    b"\n> ",
    b">",
    b"\x00",
    b"\xff\xfe",
    b"=?utf-8?b?",
    b"?=",
    b"\xe2\x80\xae",
    b"Content-Type: multipart/mixed; boundary=x\n\n--x\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: uuencode\n\nbegin 644 a\n",
    b"charset=punycode",
    b"charset=utf-7",
    b"charset*=undefined''utf-8",
    b"boundary*0=a; boundary*2=b",
    b'From: "a@b.c"x <eve@e.example>\n',
    b"<blockquote>",
    b"</blockquote>",
    b"<!--",
    b"-->",
    b"<style>",
    b"&#999999999999;",
    b"<a b='",
    b"\n-- \n",
    b"On 18 Nov 2026 at 9:12, x wrote:\n",
    b"\nFrom: a\nSent: b\nTo: c\nSubject: d\n",
    b"=\n",
    b"=3",
    b"+AD4-",
    b"message/rfc822",
    b"format=flowed; delsp=yes",
    b"_" * 40,
    "À".encode("utf-16"),
    b"\n" + b">" * 300,
)


def mutated_mails(count: int, *, seed: int) -> Iterator[bytes]:
    """Yield so many mails of the corpus, each damaged in a few places; the same in every run."""
    draw = random.Random(seed)
    corpus = [reply.raw for reply in replies()]
    for _ in range(count):
        raw = draw.choice(corpus)
        for _ in range(draw.randint(1, 12)):
            raw = _damaged(raw, draw, corpus)
        yield raw[:200_000]


def _damaged(raw: bytes, draw: random.Random, corpus: list[bytes]) -> bytes:
    start = draw.randrange(len(raw) + 1)
    end = min(len(raw), start + draw.choice((1, 3, 30, 300, 3000)))
    match draw.randrange(6):
        case 0:
            return raw[:start] + raw[end:]
        case 1:
            return raw[:end] + raw[start:]
        case 2:
            return raw[:start] + draw.choice(SCRAPS) + raw[start:]
        case 3:
            return raw[:start] + draw.randbytes(draw.randint(1, 8)) + raw[end:]
        case 4:
            other = draw.choice(corpus)
            return raw[:start] + other[draw.randrange(len(other)) :]
        case _:
            return raw[:start] + draw.choice(SCRAPS) * draw.randint(2, 40) + raw[start:]


MIB = 1024 * 1024


def _plain(body: bytes) -> bytes:
    return b"From: eve@duelpost.example\nContent-Type: text/plain; charset=utf-8\n\n" + body


def _html(body: bytes) -> bytes:
    return b"From: eve@duelpost.example\nContent-Type: text/html; charset=utf-8\n\n" + body


def _filled(piece: bytes, frame: Callable[[bytes], bytes]) -> bytes:
    return frame(piece * (MIB // len(piece)))


def _nested() -> bytes:
    levels = range(20_000)
    return b"From: eve@duelpost.example\n" + b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (level, level) for level in levels
    )


TRAPS: dict[str, bytes] = {
    "a header of 1 MiB": b"From: " + b"a" * MIB,
    "250,000 headers": b"From: eve@duelpost.example\n" + b"a:b\n" * (MIB // 4),
    "addresses": b"From: " + b"a@b.c," * (MIB // 6) + b"\n\n7",
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * (MIB // 14) + b"\nFrom: e@e.example\n\n7",
    "quotes in a type": b"From: e@e.example\nContent-Type: text/plain" + b';a="' * (MIB // 4),
    "nested parts": _nested(),
    "parts without end": b"From: e@e.example\nContent-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\n" * (MIB // 5),
    "borders that are none": b"From: e@e.example\nContent-Type: multipart/mixed; boundary=b\n\n"
    + b"--c\n" * (MIB // 4),
    "base64 garbage": b"From: e@e.example\nContent-Transfer-Encoding: base64\n\n"
    + b"=?$a=\n" * (MIB // 6),
    "quoted-printable": b"From: e@e.example\nContent-Transfer-Encoding: quoted-printable\n\n"
    + b"=" * MIB,
    "punycode": b"From: e@e.example\nContent-Type: text/plain; charset=punycode\n\n"
    + b"a9" * (MIB // 2),
    **{
        f"plain {piece!r}": _filled(piece, _plain)
        for piece in (
            b">",
            b">\n",
            b"> a\nb\n",
            b"On 9:12 a\n",
            b"On 2026 a@b.c wrote: ",
            b"On 9 Nov 2026,\n",
            b"a@b.c wrote:\n",
            b"From: a\n",
            b"From: To: Date: ",
            b"________\n",
            b"\n",
            b" ",
            b"-- \nx",
            b"https://",
            b"[image:",
            b"<a:",
            "\u0301\u0323".encode(),
            b"Sent from a\n",
            b"\xe2\x80\xae",
            b"-----BEGIN PGP SIGNED MESSAGE-----\n",
            b"@",
            b"a@",
            b":",
            b"- ",
        )
    },
    **{
        f"HTML {piece!r}": _filled(piece, _html)
        for piece in (
            b"<",
            b"<!",
            b"<!--",
            b"<!-- ",
            b"<![CDATA[",
            b"<?",
            b"</",
            b"<a ",
            b'<a "',
            b"<a '\"",
            b"<a b=",
            b"<div>",
            b"<blockquote>",
            b"</div>",
            b"<br>",
            b"<style>",
            b"<script><!--",
            b"&",
            b"&#9",
            b"&#x",
            b"&amp",
            b"&a;",
            b"<a style='",
            b"<p class=gmail_quote>",
            b"<img data-emoji alt=x>",
            b"&nbsp;",
            b"<div style='display:none'>a</div>",
        )
    },
}
