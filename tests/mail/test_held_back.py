"""What was not sent because the address took no letters goes once it takes them again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from mail import registry
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.registry import Kind
from mail.reports.events import Report, record
from mail.reports.suppression import HELD_BACK_FOR, confirm_address, send_held_back, suppress
from tests.mail.conftest import MakeLetter, tell_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def held_back(make_letter: MakeLetter) -> Letter:
    """A letter that could not be sent because its address was put aside."""
    letter = make_letter()
    suppress(address=letter.to, reason="bounced", at=timezone.now())
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.reason == Letter.Reason.SUPPRESSED
    return letter


def status_of(letter: Letter) -> str:
    letter.refresh_from_db()
    return letter.status


def test_a_letter_that_was_held_back_leaves_once(held_back: Letter) -> None:
    confirm_address(held_back.to)
    assert status_of(held_back) == Letter.Status.WAITING
    assert send_held_back(held_back.to) == 0
    deliver(held_back.pk)
    assert (status_of(held_back), held_back.reason) == (Letter.Status.SENT, "")


def test_it_leaves_when_a_letter_that_was_asked_for_arrives(
    held_back: Letter, make_letter: MakeLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Kind(tell_story, "answers", asked_for=True)
    monkeypatch.setitem(registry._kinds, "asked", asked)
    for minutes, status in ((-5, Letter.Status.DROPPED), (1, Letter.Status.WAITING)):
        at = timezone.now() + timedelta(minutes=minutes)
        token = make_letter(kind="asked").token
        record(Report(f"delivered:{at}", "Test", "delivered", at, held_back.to, token=token))
        assert status_of(held_back) == status


def test_what_is_no_news_stays_where_it_is(held_back: Letter) -> None:
    held_back.created_at = timezone.now() - HELD_BACK_FOR - timedelta(minutes=1)
    held_back.save(update_fields=["created_at"])
    confirm_address(held_back.to)
    assert status_of(held_back) == Letter.Status.DROPPED


def test_letters_to_others_and_those_called_off_stay_where_they_are(held_back: Letter) -> None:
    confirm_address("somebody.else@duelpost.example")
    assert status_of(held_back) == Letter.Status.DROPPED
    Letter.objects.filter(pk=held_back.pk).update(reason=Letter.Reason.ABORTED)
    confirm_address(held_back.to)
    assert status_of(held_back) == Letter.Status.DROPPED
