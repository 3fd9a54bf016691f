from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from mail.models import Letter
from mail.outbox.delivery import FAULT_LIMIT, GIVE_UP_AFTER, claim, deliver, put_back
from mail.registry import Attachment, Builder, Draft
from tests.mail.conftest import MakeLetter

BuiltBy = Callable[[Builder], None]


class PoisonError(Exception):
    """What a broken builder raises."""


def poisoned(data: dict[str, Any]) -> Draft:
    raise PoisonError("to ada@duelpost.example")


def test_it_sends_a_letter_that_is_due(make_letter: MakeLetter) -> None:
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.SENT
    assert letter.sent_at is not None
    (message,) = mail.outbox
    assert message.to == ["ada@duelpost.example"]
    assert message.message()["Message-ID"] == letter.message_id
    assert message.message()["Auto-Submitted"] == "auto-generated"


def test_it_sends_both_parts_headers_and_files(
    make_letter: MakeLetter, story_is_built_by: BuiltBy
) -> None:
    draft = Draft(
        subject="News",
        text="plain",
        html="<p>dressed</p>",
        headers={"List-Id": "<g.duelpost.example>", "Reply-To": "r@duelpost.example"},
        attachments=(Attachment("game.json", b"{}", "application/json"),),
    )
    story_is_built_by(lambda data: draft)
    deliver(make_letter().pk)
    message = mail.outbox[0]
    assert isinstance(message, EmailMultiAlternatives)
    raw = message.message()
    assert (raw["List-Id"], raw["Reply-To"]) == ("<g.duelpost.example>", "r@duelpost.example")
    assert [part.get_content_type() for part in raw.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/json",
    ]


def test_it_sends_only_once(make_letter: MakeLetter) -> None:
    letter = make_letter()
    deliver(letter.pk)
    deliver(letter.pk)
    assert len(mail.outbox) == 1


def test_it_leaves_a_letter_alone_before_its_time(make_letter: MakeLetter) -> None:
    letter = make_letter(next_attempt_at=timezone.now() + timedelta(seconds=20))
    deliver(letter.pk)
    assert mail.outbox == []
    with time_machine.travel(timezone.now() + timedelta(seconds=21)):
        deliver(letter.pk)
    assert len(mail.outbox) == 1


def test_it_leaves_a_letter_alone_that_is_gone(db: None) -> None:
    deliver(4711)
    assert mail.outbox == []


def test_it_drops_a_letter_that_is_no_longer_true(
    make_letter: MakeLetter, story_is_built_by: BuiltBy
) -> None:
    story_is_built_by(lambda data: None)
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.DROPPED
    assert mail.outbox == []


def test_it_builds_from_the_data_of_the_row(
    make_letter: MakeLetter, story_is_built_by: BuiltBy
) -> None:
    story_is_built_by(lambda data: Draft(subject=f"Game {data['game']}", text="news"))
    deliver(make_letter(data={"game": 7}).pk)
    assert mail.outbox[0].subject == "Game 7"


def test_a_poisoned_letter_is_put_aside_and_holds_up_nobody(
    make_letter: MakeLetter, story_is_built_by: BuiltBy
) -> None:
    bad = make_letter()
    story_is_built_by(poisoned)
    for attempt in range(FAULT_LIMIT):
        with (
            time_machine.travel(timezone.now() + timedelta(hours=attempt)),
            pytest.raises(PoisonError),
        ):
            deliver(bad.pk)
    bad.refresh_from_db()
    assert (bad.status, bad.attempts) == (Letter.Status.FAILED, FAULT_LIMIT)
    assert bad.last_error.startswith("PoisonError: ")
    assert "ada" not in bad.last_error
    deliver(make_letter(kind="test").pk)
    assert len(mail.outbox) == 1


def test_a_letter_of_an_unknown_kind_waits_for_a_newer_worker(make_letter: MakeLetter) -> None:
    letter = make_letter(kind="from tomorrow")
    with pytest.raises(LookupError):
        deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.WAITING
    assert letter.next_attempt_at > timezone.now()


def test_it_waits_longer_each_time_and_gives_up_after_two_days(make_letter: MakeLetter) -> None:
    letter = make_letter()
    begin = now = timezone.now()
    waits = []
    while letter.status == Letter.Status.WAITING:
        with time_machine.travel(now, tick=False):
            claimed = claim(letter.pk)
            assert claimed is not None
            put_back(claimed, ConnectionRefusedError())
        letter.refresh_from_db()
        waits.append(letter.next_attempt_at - now)
        now = letter.next_attempt_at
    assert letter.status == Letter.Status.FAILED
    assert now - begin > GIVE_UP_AFTER
    assert waits[:4] == [timedelta(seconds=seconds) for seconds in (15, 30, 60, 120)]
    assert max(waits) == timedelta(hours=1)


def test_a_letter_held_back_for_a_week_is_not_given_up_at_its_first_trouble(
    make_letter: MakeLetter,
) -> None:
    week_ago = timezone.now() - timedelta(days=7)
    letter = make_letter(created_at=week_ago, not_before=timezone.now())
    claimed = claim(letter.pk)
    assert claimed is not None
    put_back(claimed, ConnectionRefusedError())
    letter.refresh_from_db()
    assert letter.status == Letter.Status.WAITING


def test_a_claim_that_passed_to_another_is_not_put_back(make_letter: MakeLetter) -> None:
    mine = claim(make_letter().pk)
    assert mine is not None
    Letter.objects.filter(pk=mine.pk).update(claimed_at=timezone.now())
    put_back(mine, ConnectionRefusedError())
    mine.refresh_from_db()
    assert mine.status == Letter.Status.SENDING


def test_the_log_shows_no_address(
    make_letter: MakeLetter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        deliver(make_letter().pk)
    assert "letter_sent" in caplog.text
    assert "ada@" not in caplog.text
