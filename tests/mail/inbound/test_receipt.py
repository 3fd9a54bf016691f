"""Whatever comes in is a row, at once and once, or gets a clear reason why not."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from mail.addresses import reference_of, reply_address
from mail.inbound.door import limits
from mail.inbound.door.headers import Headers
from mail.inbound.receipt import Receipt, Result, takes
from mail.models import InboundMail
from tests.mail.conftest import at_once
from tests.mail.inbound.conftest import (
    ADA,
    FORGED,
    KEY,
    OTHER_KEY,
    raw_mail,
    take,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("reader")]

Status = InboundMail.Status


def test_a_reply_is_a_row_that_waits_to_be_read() -> None:
    at = datetime(2026, 11, 18, 8, tzinfo=UTC)
    receipt = take(raw_mail(), received_at=at)
    mail = InboundMail.objects.get()
    assert receipt == Receipt(Result.KEPT, (mail.pk,))
    assert (mail.status, mail.way, mail.received_at) == (Status.WAITING, "smtp", at)
    assert (mail.sender, mail.is_owner, mail.is_authentic) == (ADA, True, None)
    assert (mail.family, mail.about, mail.data) == ("seat", "seat:0", {"seat": "0"})
    assert mail.message_id == "<1@duelpost.example>"


def test_the_key_rests_nowhere() -> None:
    take(raw_mail(f"> To: {reply_address(KEY)}\n> Reply key: {KEY.upper()}"))
    mail = InboundMail.objects.get()
    stored = " ".join(str(vars(mail)).lower().split()) + bytes(mail.raw).decode().lower()
    assert KEY not in stored


def test_the_same_mail_handed_in_again_is_the_same_row() -> None:
    first = take(raw_mail())
    again = take(raw_mail().replace(b"\r\n", b"\n"), way=InboundMail.Way.PIPE)
    assert again == Receipt(Result.KNOWN, first.pks)
    assert take(raw_mail("take a2")).result is Result.KEPT
    assert InboundMail.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_same_mail_from_several_servers_at_once_is_one_row() -> None:
    results: list[Result] = []
    at_once(lambda: results.append(take(raw_mail()).result))
    assert InboundMail.objects.count() == 1
    assert results.count(Result.KEPT) == 1
    assert set(results) == {Result.KEPT, Result.KNOWN}


def test_a_mail_to_several_reply_addresses_is_a_row_for_each() -> None:
    receipt = take(raw_mail(), reply_address(KEY), reply_address(OTHER_KEY), reply_address(KEY))
    rows = InboundMail.objects.order_by("about").values_list("about", "is_owner")
    assert list(rows) == [("seat:0", True), ("seat:1", False)]
    assert len(receipt.pks) == 2


@pytest.mark.parametrize(
    "address",
    [
        f"play+{FORGED}@duelpost.example",
        f"play+{KEY}@elsewhere.example",
        f"other+{KEY}@duelpost.example",
        "play@elsewhere.example",
        "ada@duelpost.example",
        "",
        "\0@\0",
    ],
)
def test_what_is_sent_elsewhere_or_to_a_forged_address_is_refused(address: str) -> None:
    assert not takes(address)
    assert take(raw_mail(to="nobody@duelpost.example"), address).result is Result.UNKNOWN
    assert not InboundMail.objects.exists()


def test_without_recipients_the_headers_say_where_it_was_sent() -> None:
    raw = raw_mail(to="friends: ;", headers=f"Delivered-To: {reply_address(OTHER_KEY)}\r\n")
    assert take(raw, "play@duelpost.example").result is Result.KEPT
    assert InboundMail.objects.get().about == "seat:1"


def test_a_server_that_cuts_the_plus_off_is_helped_by_the_references() -> None:
    headers = f"References: {reference_of(OTHER_KEY)}\r\n <x@y>\r\n {reference_of(KEY)}\r\n"
    assert takes("play@duelpost.example")
    take(raw_mail(to="play@duelpost.example", headers=headers), "play@duelpost.example")
    assert InboundMail.objects.get().about == "seat:0", "the letter that is answered comes last"


@pytest.mark.parametrize("quote", ["", "> ", ">> ", "| "])
def test_without_plus_addresses_a_quoted_key_line_is_enough(settings: Any, quote: str) -> None:
    raw = raw_mail(f"7\r\n\r\n{quote}Reply key: {KEY}", to="play@duelpost.example")
    assert take(raw, "play@duelpost.example").result is Result.UNKNOWN
    settings.REPLY_PLUS = False
    assert take(raw, "play@duelpost.example").result is Result.KEPT
    assert KEY.encode() not in bytes(InboundMail.objects.get().raw)


@pytest.mark.parametrize(
    ("sender", "is_owner"),
    [
        (ADA, True),
        ("ADA@Duelpost.Example", True),
        ("eve@elsewhere.example", False),
        (f"{ADA}>, Eve <eve@elsewhere.example", False),
        ("", False),
    ],
)
def test_only_one_known_sender_is_the_owner(sender: str, is_owner: bool) -> None:
    take(raw_mail(sender=sender))
    assert InboundMail.objects.get().is_owner is is_owner


def test_a_mail_that_is_too_large_is_refused(settings: Any) -> None:
    settings.INBOUND_MOST_BYTES = 500
    assert take(raw_mail("x" * 500)).result is Result.TOO_LARGE
    assert take(raw_mail("x")).result is Result.KEPT


def server_says(*results: str) -> str:
    return "".join(f"Authentication-Results: {each}\r\n" for each in results)


@pytest.mark.parametrize(
    ("said", "authentic"),
    [
        (["mx.ours.example; dmarc=pass (p=none) header.from=duelpost.example"], True),
        (["mx.ours.example 1; spf=pass smtp.mailfrom=x@duelpost.example; dmarc=fail"], False),
        (["mx.ours.example;\r\n dkim=pass header.d=duelpost.example; spf=fail"], True),
        (["mx.ours.example; dkim=pass header.d=evil.example; spf=none"], None),
        (["mx.ours.example; dkim=pass header.d=evil.example; spf=fail"], False),
        (["mx.ours.example; spf=pass smtp.mailfrom=ada@duelpost.example"], True),
        (["mx.ours.example; none"], None),
        (["mx.evil.example; dmarc=pass"], None),
        (["mx.ours.example.evil.example; dmarc=pass"], None),
        (["mx.ours.example; dmarc=fail", "mx.ours.example; dmarc=pass"], False),
        (["other.example; dmarc=pass", "mx.ours.example; dmarc=fail"], False),
        ([";", "(", "mx.ours.example"], None),
        ([], None),
    ],
)
def test_only_our_own_server_is_believed_about_the_sender(
    settings: Any, said: list[str], authentic: bool | None
) -> None:
    settings.INBOUND_AUTHSERV = "mx.ours.example"
    take(raw_mail(headers=server_says(*said)))
    assert InboundMail.objects.get().is_authentic is authentic
    settings.INBOUND_AUTHSERV = ""
    take(raw_mail("again", headers=server_says(*said)))
    assert InboundMail.objects.latest("pk").is_authentic is None


def test_strangers_who_write_too_much_are_dropped_but_an_owner_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_AN_HOUR", 3)
    monkeypatch.setattr(limits, "MOST_A_DAY_OF_OWNERS", 5)
    for number in range(5):
        take(raw_mail(str(number), sender="eve@elsewhere.example"))
    of_eve = InboundMail.objects.filter(sender="eve@elsewhere.example").order_by("pk")
    assert [mail.outcome for mail in of_eve] == ["", "", "", "too_many", "too_many"]
    assert {mail.status for mail in of_eve if mail.outcome} == {Status.DROPPED}
    for number in range(7):  # some of it to Bruno's address: that is not as its owner
        take(raw_mail(str(number)), reply_address(OTHER_KEY if number < 2 else KEY))
    of_ada = InboundMail.objects.filter(about="seat:0", sender=ADA)
    assert not of_ada.exclude(outcome="").exists()
    assert take(raw_mail("one more")).result is Result.DROPPED


HOSTILE = [
    b"",
    b"\0",
    b"\r\n\r\n",
    b"From ",
    b":::::\n:\n",
    b"From: " + b"(" * 50_000 + b"\r\n\r\n",
    b"From: =?utf-8?q?" + b"=C3" * 5000 + b"?= <ada@duelpost.example>\r\n\r\nx",
    b"From: =?nonsense?b?////?= <ada@duelpost.example>\r\nSubject: =?x?q?=ZZ?=\r\n\r\n",
    b"From: \xff\xfe\x00<ada@duelpost.example>\r\n\r\n",
    b"X: y\r\n" * 20_000,
    b"Subject: " + b"x" * 500_000,
    b"Message-ID: <" + b"m" * 100_000 + b">\r\n\r\n",
    b"From: [\r\nMessage-ID: [\r\nTo: <[\r\n\r\n",
    b'From: "\\\r\n\r\n',
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 5000,
    b"References: " + b"<a.reply@b>" * 50_000,
    b"References: " + b"<tadatadatadatadatada.reply@b>\r\n " * 5000,
    b"\xed\xa0\x80" * 3000,
]


@pytest.mark.parametrize("raw", HOSTILE, ids=range(len(HOSTILE)))
def test_no_headers_are_an_error(raw: bytes) -> None:
    assert take(raw).result in (Result.KEPT, Result.DROPPED)
    assert take(raw, "play@duelpost.example").result in (Result.UNKNOWN, Result.KNOWN)


@given(st.binary(max_size=3000))
def test_any_bytes_at_all_can_be_read_for_headers(raw: bytes) -> None:
    for mail in (raw, b"From: " + raw, b"Message-ID: <" + raw, b"Subject: =?utf-8?q?" + raw):
        headers = Headers(mail)
        for value in (headers.sender, headers.message_id, headers.subject):
            assert "\0" not in value
        assert len(headers.sender) <= 254
        assert len(headers.message_id) <= 255


def test_a_mail_of_the_day_before_keeps_its_moment() -> None:
    yesterday = timezone.now() - timedelta(days=1)
    take(raw_mail(), received_at=yesterday, way=InboundMail.Way.IMAP)
    mail = InboundMail.objects.get()
    assert mail.received_at == yesterday
    assert mail.next_attempt_at > yesterday
