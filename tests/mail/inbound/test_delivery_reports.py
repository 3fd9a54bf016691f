"""Servers report letters that came back to the letter's own return path."""

from typing import Any

import pytest

from mail.addresses import return_path
from mail.inbound.receipt import Result, takes
from mail.models import DeliveryEvent, InboundMail
from mail.reports.suppression import suppression_of
from tests.mail.conftest import MakeLetter
from tests.mail.inbound.conftest import take

pytestmark = pytest.mark.django_db


def bounce(status: str, *, action: str = "failed", number: int = 1) -> bytes:
    """A report as RFC 3464 has it."""
    return (
        "From: MAILER-DAEMON@mx.example\r\nSubject: Undelivered Mail\r\n"
        f"Message-ID: <report{number}@mx.example>\r\nAuto-Submitted: auto-replied\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\n\r\nI am sorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; eve@elsewhere.example\r\n"
        f"Action: {action}\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 no such user\r\n"
        "\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nStatus: 2.0.0\r\n--b--\r\n"
    ).encode()


QMAIL = b"""From: MAILER-DAEMON@mx.example
Subject: failure notice

Hi. This is the qmail-send program at mx.example.
<ada@duelpost.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 No such user
Giving up on 192.0.2.1.
"""
EXIM = b"""From: Mail Delivery System <Mailer-Daemon@mx.example>
X-Failed-Recipients: ada@duelpost.example
Subject: Mail delivery failed: returning message to sender

  ada@duelpost.example
    SMTP error from remote mail server after RCPT TO:<ada@duelpost.example>:
    550 unknown user
"""
EXIM_DELAY = b"""From: Mail Delivery System <Mailer-Daemon@mx.example>
Subject: Warning: message delayed 24 hours

    host mx.example: SMTP error from remote mail server: 451 greylisted for 550 seconds
"""
AWAY = (
    b"From: ada@duelpost.example\nAuto-Submitted: auto-replied\nSubject: Away\n\nBack on 5.1.2026\n"
)
PERSON = b"From: ada@duelpost.example\nSubject: Re: hello\n\n550 reasons why I write here\n"


@pytest.mark.parametrize(
    ("raw", "kind", "code", "is_final"),
    [
        (bounce("5.1.1"), "bounced", "5.1.1", True),
        (bounce("5.1.1", action="Failed (permanently)"), "bounced", "5.1.1", True),
        (bounce("nonsense"), "bounced", "550", True),
        (bounce("5.2.2"), "bounced", "5.2.2", False),
        (bounce("5.7.1"), "bounced", "5.7.1", False),
        (bounce("4.4.7"), "bounced", "4.4.7", False),
        (bounce("4.4.1", action="delayed"), "deferred", "4.4.1", False),
        (bounce("2.0.0", action="delivered"), "delivered", "2.0.0", False),
        (QMAIL, "bounced", "5.1.1", True),
        (EXIM, "bounced", "550", True),
        (EXIM_DELAY, "deferred", "451", False),
        (AWAY, "autoresponded", "", False),
    ],
    ids=range(12),
)
def test_a_report_becomes_an_event_of_the_letter_once(
    make_letter: MakeLetter, raw: bytes, kind: str, code: str, is_final: bool
) -> None:
    letter = make_letter()
    for _ in range(2):
        assert take(raw, return_path(letter.token), envelope_from="<>").result is Result.REPORT
    event = DeliveryEvent.objects.get()
    assert (event.letter, event.address) == (letter, letter.to)
    assert (event.kind, event.code, event.is_final) == (kind, code, is_final)
    assert suppression_of(letter.to) is None, "its own reader may have written that"
    other = make_letter(to=letter.to)
    take(raw.replace(b"<report1", b"<other"), return_path(other.token), envelope_from="<>")
    assert (suppression_of(letter.to) is not None) == is_final
    assert suppression_of("eve@elsewhere.example") is None, "whoever a report names"
    assert not InboundMail.objects.exists()


def test_two_reports_are_two_events(make_letter: MakeLetter) -> None:
    letter = make_letter()
    for number in (1, 2):
        raw = bounce("4.4.1", action="delayed", number=number)
        take(raw, return_path(letter.token), envelope_from="<>")
    assert DeliveryEvent.objects.count() == 2


def test_what_a_person_writes_there_is_no_report(make_letter: MakeLetter) -> None:
    letter = make_letter()
    path = return_path(letter.token)
    assert take(PERSON, path, envelope_from="ada@duelpost.example").result is Result.REPORT
    assert not DeliveryEvent.objects.exists()


def test_a_return_path_that_no_letter_has_is_unknown(db: None) -> None:
    path = return_path("0123456789abcdef")
    assert not takes(path)
    assert take(bounce("5.1.1"), path, envelope_from="<>").result is Result.UNKNOWN
    assert not DeliveryEvent.objects.exists()


@pytest.mark.parametrize("domain", ["", "bounces.duelpost.example"])
def test_a_return_path_is_ours_however_it_is_spelled(
    make_letter: MakeLetter, settings: Any, domain: str
) -> None:
    settings.BOUNCE_DOMAIN = domain
    path = return_path(make_letter().token)
    assert takes(path)
    assert takes(path.upper())
