"""What was not sent because the address took no letters goes once it takes them again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from mail.delivery import deliver
from mail.held_back import HELD_BACK_FOR, send_held_back
from mail.models import Letter
from mail.suppression import confirm_address, suppress
from tests.mail.conftest import MakeLetter

pytestmark = pytest.mark.django_db


def held_back(letter: Letter) -> Letter:
    """The letter, which could not be sent because its address was put aside."""
    suppress(address=letter.to, reason="bounced", at=timezone.now())
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.reason == Letter.Reason.SUPPRESSED
    confirm_address(letter.to)
    return letter


def test_a_letter_that_was_held_back_leaves_once(make_letter: MakeLetter) -> None:
    letter = held_back(make_letter())
    assert send_held_back(letter.to) == 1
    assert send_held_back(letter.to) == 0
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == (Letter.Status.SENT, "")


def test_what_is_no_news_stays_where_it_is(make_letter: MakeLetter) -> None:
    letter = held_back(make_letter())
    letter.created_at = timezone.now() - HELD_BACK_FOR - timedelta(minutes=1)
    letter.save(update_fields=["created_at"])
    assert send_held_back(letter.to) == 0


def test_letters_to_others_and_those_called_off_stay_where_they_are(
    make_letter: MakeLetter,
) -> None:
    letter = held_back(make_letter())
    assert send_held_back("somebody.else@duelpost.example") == 0
    Letter.objects.filter(pk=letter.pk).update(reason=Letter.Reason.ABORTED)
    assert send_held_back(letter.to) == 0
