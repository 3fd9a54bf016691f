"""Letters whose worker ended while it had them: nobody says that they were not sent."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from mail.models import Letter
from mail.mutes import mute
from mail.outbox.delivery import FAULT_LIMIT, deliver
from mail.outbox.sweeps import LEASE, strays
from mail.registry import Builder
from mail.reports.events import Report, record
from mail.services import abort, are_under_way, cancel_letters, retry
from mail.tasks import sweep_letters
from tests.mail.conftest import MakeLetter


@pytest.fixture
def left_behind(make_letter: MakeLetter) -> Letter:
    """A letter that waits once more after its worker was lost."""
    letter = make_letter(
        status=Letter.Status.SENDING, claimed_at=timezone.now() - LEASE - timedelta(minutes=1)
    )
    assert list(strays()) == [letter.pk]
    letter.refresh_from_db()
    return letter


def settled(letter: Letter) -> tuple[str, str]:
    letter.refresh_from_db()
    return letter.status, letter.reason


def test_it_goes_once_more(left_behind: Letter) -> None:
    deliver(left_behind.pk)
    assert settled(left_behind) == ("sent", "")
    assert len(mail.outbox) == 1


def test_one_that_is_no_longer_true_may_have_been_sent(
    left_behind: Letter, story_is_built_by: Callable[[Builder], None]
) -> None:
    story_is_built_by(lambda data: None)
    deliver(left_behind.pk)
    assert settled(left_behind) == ("unsure", "untrue")


def test_one_that_is_muted_meanwhile_may_have_been_sent(left_behind: Letter) -> None:
    mute(address=left_behind.to)
    deliver(left_behind.pk)
    assert settled(left_behind) == ("unsure", "muted")


def test_one_that_is_called_off_may_have_been_sent(left_behind: Letter) -> None:
    assert abort(left_behind)
    assert settled(left_behind) == ("unsure", "aborted")
    assert retry(left_behind)
    assert settled(left_behind) == ("waiting", "")


def test_calling_it_off_does_not_count_as_in_time(
    left_behind: Letter, make_letter: MakeLetter
) -> None:
    """A turn is taken back only if nobody can have read of it."""
    assert are_under_way([left_behind.key])
    other = make_letter()
    assert cancel_letters([left_behind.key, other.key]) == 1
    assert settled(left_behind) == ("unsure", "untrue")
    assert settled(other) == ("dropped", "untrue")


def test_one_that_was_delivered_after_all_is_sent_and_not_sent_again(left_behind: Letter) -> None:
    at = timezone.now()
    said = Report("key", "Postmark", "delivered", at, token=left_behind.token)
    record(said)
    left_behind.refresh_from_db()
    assert (left_behind.status, left_behind.delivered_at) == ("sent", at)
    assert left_behind.sent_at == left_behind.claimed_at
    sweep_letters()
    deliver(left_behind.pk)
    assert mail.outbox == []


def test_one_that_killed_its_workers_is_given_up_and_may_have_been_sent(
    make_letter: MakeLetter,
) -> None:
    letter = make_letter(
        status=Letter.Status.SENDING,
        claimed_at=timezone.now() - LEASE * 2,
        faults=FAULT_LIMIT - 1,
    )
    assert list(strays()) == []
    letter.refresh_from_db()
    assert letter.status == "failed"
    assert "may have been sent" in letter.last_error


def test_one_that_no_worker_had_is_not_sent(
    make_letter: MakeLetter, story_is_built_by: Callable[[Builder], None]
) -> None:
    letter = make_letter()
    story_is_built_by(lambda data: None)
    deliver(letter.pk)
    assert settled(letter) == ("dropped", "untrue")
