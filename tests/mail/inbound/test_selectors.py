"""What clocks wait for, what timelines show, and what is forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.selectors import mail_about, unread_mail
from mail.models import InboundMail
from mail.services import change_address, forget_address, forget_mail_about
from tests.mail.inbound.conftest import ADA, BRUNO, OTHER_KEY, raw_mail, take

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("reader")]


def test_a_clock_waits_for_the_oldest_unread_mail_of_its_owner() -> None:
    now = timezone.now()
    (later,) = take(raw_mail("b"), received_at=now - timedelta(minutes=1)).pks
    (first,) = take(raw_mail("a"), received_at=now - timedelta(minutes=2)).pks
    take(raw_mail("x", sender="eve@elsewhere.example"), received_at=now - timedelta(hours=1))
    take(raw_mail("y", headers="Auto-Submitted: auto-replied\r\n"))
    take(
        raw_mail("z", sender=BRUNO), reply_address(OTHER_KEY), received_at=now - timedelta(hours=1)
    )

    def found() -> int | None:
        mail = unread_mail("seat:0", received_before=now)
        return mail.pk if mail else None

    assert found() == first
    assert unread_mail("seat:0", received_before=now - timedelta(minutes=2, seconds=1)) is None
    InboundMail.objects.filter(pk=first).update(status=InboundMail.Status.FAILED)
    assert found() == later, "what cannot be read was answered, and no clock waits for it"
    InboundMail.objects.filter(pk=first).update(status=InboundMail.Status.WAITING)
    for pk in (first, later):
        assert found() == pk
        read_mail(pk)
    assert found() is None


def test_mail_is_listed_in_the_order_in_which_it_came() -> None:
    now = timezone.now()
    second = take(raw_mail("b"), received_at=now).pks[0]
    first = take(raw_mail("a"), received_at=now - timedelta(minutes=2)).pks[0]
    take(raw_mail("z"), reply_address(OTHER_KEY))
    assert [mail.pk for mail in mail_about(["seat:0", "seat:9"])] == [first, second]


def test_mail_of_who_leaves_is_forgotten() -> None:
    take(raw_mail("a"))
    take(raw_mail("b", sender=BRUNO), reply_address(OTHER_KEY))
    take(raw_mail("c", sender="eve@elsewhere.example"), reply_address(OTHER_KEY))
    change_address(old=ADA, new="ada@elsewhere.example")
    assert InboundMail.objects.filter(sender=ADA).exists()
    forget_address(ADA.upper())
    assert set(InboundMail.objects.values_list("about", flat=True)) == {"seat:1"}
    forget_mail_about(["seat:1"])
    assert not InboundMail.objects.exists()
