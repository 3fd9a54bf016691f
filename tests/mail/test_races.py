"""Several workers at the same letter, for real: threads, and a process that is killed."""

import os
import subprocess
import sys
import threading
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from mail.models import DeliveryEvent, Letter, Suppression
from mail.outbox import delivery
from mail.outbox.sweeps import LEASE, strays
from mail.reports.events import Report, record
from mail.services import post
from mail.signals import delivery_trouble
from tests.mail.conftest import WORKERS, MakeLetter, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_workers_at_the_same_letter_send_it_once(
    make_letter: MakeLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody_looked = threading.Barrier(WORKERS)

    def look_then_leap(pk: int) -> Letter | None:
        letter = Letter.objects.get(pk=pk)
        everybody_looked.wait(timeout=60)
        if letter.status != Letter.Status.WAITING:
            return None
        letter.status, letter.claimed_at = Letter.Status.SENDING, timezone.now()
        letter.save()
        return letter

    with monkeypatch.context() as patch:
        patch.setattr(delivery, "claim", look_then_leap)
        unguarded = make_letter()
        at_once(lambda: delivery.deliver(unguarded.pk))
    assert len(mail.outbox) == WORKERS

    mail.outbox.clear()
    guarded = make_letter()
    at_once(lambda: delivery.deliver(guarded.pk))
    assert len(mail.outbox) == 1
    guarded.refresh_from_db()
    assert (guarded.status, guarded.attempts) == (Letter.Status.SENT, 1)


def test_sweeps_at_once_hand_each_letter_over_once(make_letter: MakeLetter) -> None:
    letters = sorted(make_letter().pk for _ in range(20))
    handed_over: list[int] = []
    at_once(lambda: handed_over.extend(strays()))
    assert sorted(handed_over) == letters


def test_posting_the_same_key_at_once_makes_one_letter() -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    found: list[int] = []

    def write() -> None:
        found.append(
            post(kind="test", to="ada@duelpost.example", key="test:1", data={}, not_before=tomorrow)
        )

    at_once(write)
    assert found == [Letter.objects.get().pk] * WORKERS


def test_a_report_that_comes_several_times_at_once_counts_once(make_letter: MakeLetter) -> None:
    letter = make_letter()
    said = Report("1", "Test", "bounced", timezone.now(), token=letter.token, is_final=True)
    troubles: list[str] = []

    def listen(reason: str, **kwargs: object) -> None:
        troubles.append(reason)

    delivery_trouble.connect(listen)
    at_once(lambda: record(said))
    delivery_trouble.disconnect(listen)
    assert DeliveryEvent.objects.count() == Suppression.objects.count() == 1
    assert troubles == ["bounced"]


KILLED_WHILE_SENDING = """
import os, signal, sys
import django
django.setup()
from mail.outbox import delivery
def die(letter, draft):
    os.kill(os.getpid(), signal.SIGKILL)
delivery.send = die
delivery.deliver(int(sys.argv[1]))
"""


def test_the_sweep_rescues_a_letter_whose_worker_was_killed(
    make_letter: MakeLetter, database_url: str
) -> None:
    letter = make_letter(kind="test")
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_SENDING, str(letter.pk)],
        env=os.environ | {"DATABASE_URL": database_url},
        check=False,
        timeout=60,
    )
    assert killed.returncode == -9
    letter.refresh_from_db()
    assert letter.status == Letter.Status.SENDING
    assert list(strays()) == []
    with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1)):
        for pk in strays():
            delivery.deliver(pk)
    letter.refresh_from_db()
    assert (letter.status, letter.attempts) == (Letter.Status.SENT, 2)
    assert mail.outbox[0].message()["Message-ID"] == letter.message_id
