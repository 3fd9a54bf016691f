from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from django.core import mail
from django.utils import timezone

from mail import registry
from mail.models import DeliveryEvent, Letter, Suppression
from mail.outbox.delivery import deliver
from mail.outbox.sweeps import KEEP, KEEP_ASKED_FOR, delete_settled, delete_stray_reports
from mail.registry import Kind
from mail.reports.events import Report, record
from mail.reports.suppression import confirm_address, suppress, suppression_of
from mail.signals import delivery_trouble
from tests.fixtures.letters import SmtpSink
from tests.mail.conftest import MakeLetter, tell_story
from tests.servers.processes import free_port

ADA = "ada@duelpost.example"


@pytest.fixture(autouse=True)
def _asked(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of the kind `asked` go to somebody who has just asked for them."""
    monkeypatch.setitem(registry._kinds, "asked", Kind(tell_story, "asked", True, False))


@pytest.fixture
def troubles() -> Iterator[list[tuple[str, str]]]:
    told: list[tuple[str, str]] = []

    def listen(address: str, reason: str, **kwargs: Any) -> None:
        told.append((address, reason))

    delivery_trouble.connect(listen)
    yield told
    delivery_trouble.disconnect(listen)


def put_aside(ago: timedelta = timedelta(minutes=1)) -> None:
    assert suppress(address=ADA, reason="bounced", at=timezone.now() - ago)


def sent(letter: Letter) -> bool:
    deliver(letter.pk)
    letter.refresh_from_db()
    return letter.status == Letter.Status.SENT


def test_an_address_that_was_put_aside_gets_nothing(
    make_letter: MakeLetter, troubles: list[Any]
) -> None:
    put_aside()
    letter = make_letter()
    assert not sent(letter)
    assert (letter.status, letter.reason) == ("dropped", "suppressed")
    assert troubles == [(ADA, "suppressed")]
    assert sent(make_letter(to="bruno@duelpost.example"))


def test_what_was_asked_for_is_tried_three_times_a_day(make_letter: MakeLetter) -> None:
    put_aside()
    assert [sent(make_letter(kind="asked")) for _ in range(5)] == [True] * 3 + [False] * 2
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert sent(make_letter(kind="asked"))


def test_a_confirmed_address_gets_letters_again(make_letter: MakeLetter) -> None:
    put_aside()
    confirm_address("Ada@Duelpost.example")
    assert suppression_of(ADA) is None
    assert sent(make_letter())


def report(kind: str, letter: Letter, minutes: int, *, is_final: bool = False) -> None:
    at = timezone.now() + timedelta(minutes=minutes)
    record(Report(f"{kind}:{at}", "Test", kind, at, ADA, token=letter.token, is_final=is_final))


def test_the_delivery_of_a_letter_that_was_asked_for_confirms(make_letter: MakeLetter) -> None:
    put_aside()
    report("delivered", make_letter(), 1)
    assert suppression_of(ADA) is not None
    report("delivered", make_letter(kind="asked"), -5)
    assert suppression_of(ADA) is not None, "it was delivered before the bounce"
    report("delivered", make_letter(kind="asked"), 1)
    assert suppression_of(ADA) is None


def test_a_complaint_is_not_undone_by_a_delivery(make_letter: MakeLetter) -> None:
    suppress(address=ADA, reason="complained", at=timezone.now() - timedelta(minutes=1))
    report("delivered", make_letter(kind="asked"), 1)
    assert suppression_of(ADA) is not None


def test_every_letter_that_bounces_is_told_of(make_letter: MakeLetter, troubles: list[Any]) -> None:
    for _ in range(2):
        report("bounced", make_letter(), 0, is_final=True)
    assert troubles == [(ADA, "bounced")] * 2
    confirm_address(ADA)
    report("bounced", make_letter(), -5, is_final=True)
    assert len(troubles) == 2


def test_an_old_bounce_that_arrives_late_changes_nothing(make_letter: MakeLetter) -> None:
    put_aside()
    confirm_address(ADA)
    report("bounced", make_letter(), -10, is_final=True)
    assert suppression_of(ADA) is None
    report("bounced", make_letter(), 10, is_final=True)
    assert suppression_of(ADA) is not None
    assert Suppression.objects.count() == 1


class Picky:
    """A mail server that takes nobody."""

    answer = ""

    async def handle_RCPT(self, *args: object) -> str:  # noqa: N802
        return self.answer


@pytest.fixture
def picky(settings: Any, smtp_sink: SmtpSink) -> Iterator[Picky]:
    handler = Picky()
    server = Controller(handler, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_PORT = server.port
    yield handler
    server.stop()


@pytest.mark.parametrize(
    ("answer", "is_bounce"),
    [
        ("550 5.1.1 Nobody here", True),
        ("553 Nobody here", True),
        ("554 5.7.1 We do not like your network", False),
    ],
)
def test_a_refused_recipient_counts_as_a_bounce(
    make_letter: MakeLetter, picky: Picky, troubles: list[Any], answer: str, is_bounce: bool
) -> None:
    picky.answer = answer
    letter = make_letter()
    deliver(letter.pk)
    assert (suppression_of(ADA) is not None) == is_bounce
    assert DeliveryEvent.objects.filter(letter=letter).count() == is_bounce
    assert troubles == [(ADA, "bounced" if is_bounce else "failed")]


def test_old_reports_and_sign_in_letters_are_deleted(make_letter: MakeLetter) -> None:
    old = timezone.now() - KEEP * 2
    settled = {"status": Letter.Status.DROPPED}
    letter = make_letter(created_at=old, **settled)
    report("delivered", letter, 0)
    make_letter(kind="asked", created_at=timezone.now() - KEEP_ASKED_FOR * 2, **settled)
    kept = make_letter(created_at=timezone.now() - KEEP_ASKED_FOR * 2, **settled)
    assert delete_settled() == 2
    assert list(Letter.objects.all()) == [kept]
    assert not DeliveryEvent.objects.exists()
    stray = Report("stray", "Test", "delivered", old, provider_id="4711")
    record(stray)
    assert delete_stray_reports() == 0
    DeliveryEvent.objects.update(received_at=old)
    assert delete_stray_reports() == 1


def test_the_log_shows_no_address(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        put_aside()
    assert "address_suppressed" in caplog.text
    assert "ada@" not in caplog.text
    assert mail.outbox == []
