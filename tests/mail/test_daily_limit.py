"""Where one ordinary mailbox carries all letters, no more leave in a day than it lets."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from mail import registry
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.outbox.sweeps import strays
from tests.fixtures.letters import SmtpSink
from tests.mail.conftest import MakeLetter

HOUR = timedelta(hours=1)


@pytest.fixture
def ten_a_day(settings: Any) -> None:
    settings.MAIL_DAILY_MOST = 10


def sent(make_letter: MakeLetter, number: int, *, ago: timedelta = HOUR) -> None:
    for _ in range(number):
        make_letter(status=Letter.Status.SENT, sent_at=timezone.now() - ago)


def test_above_the_limit_a_letter_waits_and_leaves_when_there_is_room(
    make_letter: MakeLetter, ten_a_day: None
) -> None:
    sent(make_letter, 9)
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason, letter.attempts) == ("waiting", "limit", 0)
    assert (letter.faults, letter.last_error) == (0, "")
    assert letter.next_attempt_at > timezone.now() + 22 * HOUR
    with time_machine.travel(letter.next_attempt_at + timedelta(seconds=1)):
        assert list(strays()) == [letter.pk]
        deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("sent", "")
    assert len(mail.outbox) == 1


def test_below_the_limit_letters_leave(make_letter: MakeLetter, ten_a_day: None) -> None:
    sent(make_letter, 8)
    sent(make_letter, 5, ago=25 * HOUR)
    deliver(make_letter().pk)
    assert len(mail.outbox) == 1


def test_the_last_tenth_is_for_letters_that_are_waited_for(
    make_letter: MakeLetter, ten_a_day: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(make_letter, 9)
    asked = registry.Kind(registry.builder_of("test"), "asked", asked_for=True)
    monkeypatch.setitem(registry._kinds, "story", asked)
    deliver(make_letter().pk)
    assert len(mail.outbox) == 1
    last = make_letter()
    deliver(last.pk)
    last.refresh_from_db()
    assert last.reason == "limit"


def test_letters_that_are_being_sent_take_their_place(
    make_letter: MakeLetter, ten_a_day: None
) -> None:
    sent(make_letter, 8)
    make_letter(status=Letter.Status.SENDING, claimed_at=timezone.now())
    letter = make_letter()
    make_letter(status=Letter.Status.SENDING, claimed_at=timezone.now())
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.reason == "limit"
    Letter.objects.filter(status=Letter.Status.SENDING, pk__lt=letter.pk).delete()
    Letter.objects.filter(pk=letter.pk).update(next_attempt_at=timezone.now())
    deliver(letter.pk)
    assert len(mail.outbox) == 1


def test_waiting_for_room_is_no_reason_to_give_up(
    make_letter: MakeLetter, ten_a_day: None, smtp_sink: SmtpSink
) -> None:
    sent(make_letter, 9)
    letter = make_letter(created_at=timezone.now() - timedelta(days=5))
    deliver(letter.pk)
    letter.refresh_from_db()
    smtp_sink.answer = "451 Later"
    with time_machine.travel(letter.next_attempt_at + timedelta(seconds=1)):
        deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("waiting", "")
    assert "451" in letter.last_error


def test_without_a_limit_nothing_is_asked(make_letter: MakeLetter, settings: Any) -> None:
    def statements() -> int:
        letter = make_letter()
        with CaptureQueriesContext(connection) as captured:
            deliver(letter.pk)
        return len(captured)

    without = statements()
    settings.MAIL_DAILY_MOST = 100
    assert statements() == without + 2
