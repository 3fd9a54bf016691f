"""Who a mail is from, by what our own mail server says; a sender's words never count as its."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.inbound.door.authentication_results import MalformedResults, parse_results
from mail.inbound.door.authenticity import is_aligned, is_authentic, path_of
from mail.inbound.door.headers import LONGEST_VALUE, Headers

OURS = "mx.ours.example"
ADA = "ada@duelpost.example"


@pytest.fixture(autouse=True)
def _our_server(settings: Any) -> None:
    settings.INBOUND_AUTHSERV, settings.INBOUND_HOPS = OURS, 1


def headers_of(*lines: str, sender: str = f"From: {ADA}") -> Headers:
    return Headers("\r\n".join([*lines, sender, "", "take a1"]).encode())


def verdict(*results: str, sender: str = ADA) -> bool | None:
    said = [f"Authentication-Results: {OURS}; {result}" for result in results]
    return is_authentic(headers_of(*said), sender=sender)


@pytest.mark.parametrize(
    ("result", "authentic"),
    [
        ("dmarc=pass header.from=duelpost.example", True),
        ("dmarc=pass (p=NONE sp=NONE) action=none header.from=DuelPost.example.", True),
        ('dmarc = pass (x) header.from = (y) "duelpost.example"', True),
        ("dmarc/1=PASS header.from=duelpost.example;", True),
        ("dkim=pass header.i=@duelpost.example header.s=k header.b=a/b+c==; spf=none", True),
        ("dkim=pass header.d=example; spf=none", None),
        ("spf=pass smtp.mailfrom=duelpost.example", True),
        # About another domain than the one that the mail says it is from.
        ("dmarc=pass header.from=evil.example", None),
        ("dmarc=pass", None),
        ("dmarc=pass header.from=evil.example; spf=pass smtp.mailfrom=duelpost.example", None),
        ("dkim=pass header.d=evil.duelpost.example", None),
        ("spf=pass smtp.helo=duelpost.example", None),
        ("spf=pass smtp.mailfrom=duelpost.example@evil.example", None),
        # What the server quotes of the sender: their envelope, their signature, in a comment.
        ('spf=pass smtp.mailfrom="x; dmarc=pass header.from=duelpost.example"@evil.example', None),
        (
            'spf=fail smtp.mailfrom="x; dmarc=pass header.from=duelpost.example ;"@evil.example;'
            " dmarc=fail header.from=duelpost.example",
            False,
        ),
        ("spf=none (a (b) ; dmarc=pass header.from=duelpost.example ); dmarc=fail", False),
        (r"spf=none (a \) ; dmarc=pass header.from=duelpost.example )", None),
        (r'spf=none reason="\"; dmarc=pass header.from=duelpost.example"', None),
        ('dkim=pass reason="header.d=duelpost.example" header.d=evil.example', None),
        ("spf=pass (header.d=duelpost.example) smtp.mailfrom=x@evil.example", None),
        ("dkim=pass header.d=evil.example header.d=duelpost.example", None),
        ("dmarc=pass header.from=duelpost.example; dmarc=pass header.from=evil.example", None),
        ("dmarc=pass header.from=duelpost.example; dmarc=fail header.from=evil.example", False),
        # Not well formed, so perhaps cut off or spoilt: nothing in it counts.
        ('dmarc=pass header.from=duelpost.example; spf=none reason="', None),
        ("dmarc=pass header.from=duelpost.example; spf=none (", None),
        ("dmarc=pass header.from=duelpost.example; spf=none )", None),
        ("dmarc=pass header.from=duelpost.example; nonsense", None),
        # Neither proved nor refuted.
        ("dmarc=none; spf=softfail smtp.mailfrom=duelpost.example", None),
        ("dmarc=temperror; dkim=temperror; spf=temperror", None),
        ("spf=neutral; dkim=none", None),
        ("none", None),
        ("", None),
        # Refuted.
        ("dmarc=fail header.from=duelpost.example; dkim=pass header.d=duelpost.example", False),
        ("spf=fail smtp.mailfrom=duelpost.example", False),
        ("spf=hardfail smtp.mailfrom=duelpost.example", False),
    ],
)
def test_a_verdict_is_about_the_domain_of_the_sender(result: str, authentic: bool | None) -> None:
    assert verdict(result) is authentic


def test_only_the_topmost_header_of_our_own_server_counts() -> None:
    good, bad = "dmarc=pass header.from=duelpost.example", "dmarc=fail"
    assert verdict(bad, good) is False
    assert verdict("none", good) is None
    assert verdict('spf=none reason="', good) is None
    foreign = f"Authentication-Results: mx.evil.example; {good}"
    assert is_authentic(headers_of(foreign), sender=ADA) is None
    commented = f"Authentication-Results: mx.evil.example ({OURS}); {good}"
    assert is_authentic(headers_of(commented), sender=ADA) is None


@pytest.mark.parametrize(("hops", "authentic"), [(0, None), (1, None), (2, True)])
def test_a_header_that_came_with_the_mail_is_below_more_lines_than_ours(
    settings: Any, hops: int, authentic: bool | None
) -> None:
    settings.INBOUND_HOPS = hops
    headers = headers_of(
        "Received: from evil.example (evil.example [203.0.113.9]) by mx.ours.example",
        "Received: from home by evil.example",
        f"Authentication-Results: {OURS}; dmarc=pass header.from=duelpost.example",
    )
    assert is_authentic(headers, sender=ADA) is authentic


@pytest.mark.parametrize(
    "sender",
    [
        f"From: nonsense\r\nFrom: {ADA}",
        f"From: {ADA}\r\nFrom: {ADA}",
        f"From: {ADA}, eve@evil.example",
        f"From: Us: {ADA}, eve@evil.example;",
        "From: =?utf-8?q?ada=40duelpost=2Eexample?=",
        "From: =?utf-8?q?ada=40duelpost=2Eexample?= <eve@evil.example>",
        f'From: "{ADA}" <eve@evil.example>',
        f"From: ({ADA}) eve@evil.example",
        f"From: {ADA} <eve@evil.example>",
        f"From: <{ADA}> <eve@evil.example>",
    ],
)
def test_a_mail_that_may_be_of_several_is_not_adas(sender: str) -> None:
    assert headers_of(sender=sender).sender != ADA


@pytest.mark.parametrize(
    ("received", "path"),
    [
        ("from x (mail.example [203.0.113.7]) by mx.ours.example", "203.0.113.0/24"),
        ("from [198.51.100.1] (unknown [203.0.113.7]) by mx", "203.0.113.0/24"),
        ("from mail.example ([203.0.113.7] helo=[198.51.100.1]) by mx", "203.0.113.0/24"),
        ("from x (y [IPv6:2001:db8:1:2::3]) by mx", "2001:db8:1::/48"),
        ("from x (y [999.1.1.1]) by mx", ""),
        ("by mx with local", ""),
    ],
)
def test_the_path_is_the_network_that_our_own_server_saw(received: str, path: str) -> None:
    forged = "Received: from z (z [192.0.2.1]) by mx.ours.example"
    assert path_of(headers_of(f"Received: {received}", forged)) == path


def test_where_no_network_is_known_the_path_is_who_signed() -> None:
    signed = f"Authentication-Results: {OURS}; dkim=pass header.d=relay.example"
    assert path_of(headers_of(signed)) == "dkim relay.example"
    assert path_of(headers_of()) == ""


def test_who_controls_a_domain_speaks_for_those_below_it_alone() -> None:
    assert is_aligned("host.example", "ada.host.example")
    assert not is_aligned("ada.host.example", "host.example")
    assert not is_aligned("example", "host.example")
    assert not is_aligned("thost.example", "host.example")
    assert not is_aligned("", "host.example")


@given(st.text(alphabet='ab=;.,()"\\ \t@/1', max_size=200))
def test_any_header_is_taken_apart_or_refused(text: str) -> None:
    try:
        server, results = parse_results(text)
    except MalformedResults:
        return
    assert server == server.lower()
    assert all(result.method for result in results)


_QUOTABLE = st.text(alphabet='ab=;.()"\\ @', max_size=60)


@given(_QUOTABLE)
def test_what_is_quoted_is_never_a_result(words: str) -> None:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    server, results = parse_results(
        f'mx; spf=none smtp.mailfrom="{escaped}"@evil.example; dkim=none'
    )
    assert (server, [result.method for result in results]) == ("mx", ["spf", "dkim"])
    assert results[0].properties == {"smtp.mailfrom": f"{words}@evil.example"}


def test_a_header_that_was_cut_off_says_nothing() -> None:
    with pytest.raises(MalformedResults):
        parse_results("mx; dmarc=pass header.from=x.example".ljust(LONGEST_VALUE))
