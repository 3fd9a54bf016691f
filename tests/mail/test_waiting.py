"""Letters that wait for a time that suits their reader, and operators' acts on the outbox."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from mail import registry
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.outbox.sweeps import strays
from mail.registry import Wishes, knows_wishes
from mail.services import abort, retry
from tests.mail.conftest import MakeLetter


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Everybody wants to be left alone for an hour."""
    until = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(registry, "_asks", [])
    knows_wishes(lambda address: Wishes(wait_until=until))
    knows_wishes(lambda address: Wishes())
    return until


def test_a_letter_waits_until_its_reader_wants_it(make_letter: MakeLetter, quiet: Any) -> None:
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.attempts, letter.next_attempt_at) == ("waiting", 0, quiet)
    assert mail.outbox == []
    with time_machine.travel(quiet + timedelta(seconds=1)):
        assert list(strays()) == [letter.pk]
        deliver(letter.pk)
    assert len(mail.outbox) == 1


def test_a_letter_that_was_asked_for_comes_at_once(
    make_letter: MakeLetter, quiet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = registry.Kind(registry.builder_of("test"), "asked", asked_for=True)
    monkeypatch.setitem(registry._kinds, "story", asked)
    deliver(make_letter().pk)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("status", [Letter.Status.FAILED, Letter.Status.DROPPED])
def test_a_settled_letter_can_be_tried_again(
    make_letter: MakeLetter, status: str, django_capture_on_commit_callbacks: Any
) -> None:
    letter = make_letter(status=status, reason="muted", faults=4, last_error="PoisonError: x")
    with django_capture_on_commit_callbacks() as callbacks:
        assert retry(letter)
    assert len(callbacks) == 1
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason, letter.faults) == ("sent", "", 0)


def test_what_was_sent_or_is_being_sent_is_not_tried_again(make_letter: MakeLetter) -> None:
    now = timezone.now()
    assert not retry(make_letter(status=Letter.Status.SENT, sent_at=now))
    assert not retry(make_letter(status=Letter.Status.SENDING, claimed_at=now))
    assert not retry(make_letter())


def test_a_waiting_letter_can_be_called_off(make_letter: MakeLetter) -> None:
    letter = make_letter()
    assert abort(letter)
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == ("dropped", "aborted")
    assert mail.outbox == []
    assert not abort(make_letter(status=Letter.Status.SENDING, claimed_at=timezone.now()))
