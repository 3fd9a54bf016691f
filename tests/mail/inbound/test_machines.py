"""Mail of machines is kept for operators to see, and read and answered by nobody."""

import pytest

from mail.inbound.processing import read_mail
from mail.inbound.receipt import Result
from mail.models import InboundMail
from tests.mail.inbound.conftest import MailReader, raw_mail, take

pytestmark = [pytest.mark.django_db, pytest.mark.words]

MACHINES = [
    "Auto-Submitted: auto-replied",
    "auto-submitted: AUTO-GENERATED (vacation)",
    "Auto-Submitted: auto-notified; owner-email=x@y",
    "Precedence: bulk",
    "Precedence: auto_reply",
    "Precedence:  list",
    "List-Id: <chess.club.example>",
    "List-Unsubscribe: <mailto:x@y>",
    "X-Autoreply: yes",
    "X-Autorespond: vacation",
    "X-Auto-Response-Suppress: All",
    "Return-Path: <>",
    "Content-Type: multipart/report; report-type=delivery-status",
    "Subject: Automatic reply: your turn",
    "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_=C3=A0_toi?=",
    "Subject: Risposta automatica: tocca a te",
]
PEOPLE = [
    "Auto-Submitted: no",
    "Precedence: first-class",
    "Return-Path: <ada@duelpost.example>",
    "X-Auto-Response-Suppress: DR, RN",
    "Subject: Re: out of office tomorrow\r\nIn-Reply-To: <1@duelpost.example>",
    "Subject: Absent-minded me\r\nReferences: <1@duelpost.example>",
    "Content-Type: multipart/alternative; boundary=x",
]


@pytest.mark.parametrize("header", MACHINES)
def test_mail_of_machines_is_dropped(reader: MailReader, header: str) -> None:
    raw = raw_mail().replace(b"Subject: Re: Your turn\r\n", b"")
    receipt = take(header.encode() + b"\r\n" + raw)
    mail = InboundMail.objects.get()
    assert receipt.result is Result.DROPPED
    assert (mail.status, mail.outcome) == (InboundMail.Status.DROPPED, "machine")
    read_mail(mail.pk)
    assert reader.got == []


@pytest.mark.parametrize("header", PEOPLE)
def test_mail_of_people_is_read(reader: MailReader, header: str) -> None:
    raw = raw_mail().replace(b"Subject: Re: Your turn\r\n", b"")
    assert take(header.encode() + b"\r\n" + raw).result is Result.KEPT


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@mx.example",
        "postmaster@x.example",
        "no-reply@x.example",
        "noreply+1@x.example",
    ],
)
def test_robots_are_known_by_their_names(reader: MailReader, sender: str) -> None:
    assert take(raw_mail(sender=sender)).result is Result.DROPPED


def test_an_envelope_without_a_sender_is_a_machines(reader: MailReader) -> None:
    assert take(raw_mail(), envelope_from="<>").result is Result.DROPPED
    assert take(raw_mail("x"), envelope_from="ada@duelpost.example").result is Result.KEPT
