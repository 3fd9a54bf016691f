from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from mail.models import Letter, Sweep
from mail.outbox import sweeps
from mail.outbox.delivery import FAULT_LIMIT
from mail.outbox.sweeps import KEEP, LEASE, STRAY_AFTER, delete_settled, mark, strays
from mail.tasks import sweep_letters
from tests.mail.conftest import MakeLetter


def ago(span: timedelta) -> dict[str, object]:
    return {"status": Letter.Status.SENDING, "claimed_at": timezone.now() - span}


def test_it_finds_a_letter_that_was_never_handed_over(make_letter: MakeLetter) -> None:
    letter = make_letter()
    assert list(strays()) == [letter.pk]


def test_it_hands_a_letter_over_once_and_again_when_nobody_came(make_letter: MakeLetter) -> None:
    letter = make_letter()
    assert list(strays()) == [letter.pk]
    assert list(strays()) == []
    Letter.objects.update(handed_at=timezone.now() - STRAY_AFTER)
    assert list(strays()) == [letter.pk]


def test_it_leaves_alone_what_is_not_due_settled_or_in_good_hands(make_letter: MakeLetter) -> None:
    make_letter(next_attempt_at=timezone.now() + timedelta(seconds=20))
    make_letter(status=Letter.Status.DROPPED)
    make_letter(status=Letter.Status.FAILED)
    make_letter(status=Letter.Status.SENT, sent_at=timezone.now())
    make_letter(handed_at=timezone.now())
    make_letter(**ago(LEASE / 2))
    assert list(strays()) == []


def test_it_takes_a_letter_back_from_a_dead_worker(make_letter: MakeLetter) -> None:
    letter = make_letter(**ago(LEASE * 2))
    assert list(strays()) == [letter.pk]
    letter.refresh_from_db()
    assert (letter.status, letter.faults) == (Letter.Status.WAITING, 1)
    assert letter.last_error.startswith("WorkerLost: ")


def test_a_letter_that_kills_its_workers_is_put_aside(make_letter: MakeLetter) -> None:
    letter = make_letter(**ago(LEASE * 2), faults=FAULT_LIMIT - 1)
    assert list(strays()) == []
    letter.refresh_from_db()
    assert (letter.status, letter.faults) == (Letter.Status.FAILED, FAULT_LIMIT)


def test_one_sweep_is_bounded_and_the_next_goes_on(
    make_letter: MakeLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "BATCH", 2)
    monkeypatch.setattr(sweeps, "BATCHES", 2)
    letters = [make_letter().pk for _ in range(5)]
    assert [*strays(), *strays()] == letters


def test_it_deletes_letters_that_were_settled_long_ago(make_letter: MakeLetter) -> None:
    old = timezone.now() - KEEP * 2
    make_letter(status=Letter.Status.SENT, sent_at=old, created_at=old)
    make_letter(status=Letter.Status.FAILED, created_at=old)
    kept = [make_letter(created_at=old), make_letter(status=Letter.Status.DROPPED)]
    assert delete_settled() == 2
    assert list(Letter.objects.order_by("pk")) == kept
    assert delete_settled() == 0


def test_it_leaves_its_heartbeat(db: None) -> None:
    before = timezone.now()
    sweep_letters()
    assert Sweep.objects.get(name="letters").ran_at >= before
    mark("letters")
    assert Sweep.objects.count() == 1


def test_the_database_knows_the_states(make_letter: MakeLetter) -> None:
    for wrong in [{"status": "lost"}, {"status": "sending"}, {"status": "sent"}]:
        with pytest.raises(IntegrityError), transaction.atomic():
            make_letter(**wrong)
