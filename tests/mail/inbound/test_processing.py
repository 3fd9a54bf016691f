"""Each mail takes effect exactly once, whatever happens to the worker that reads it."""

import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, InterfaceError, OperationalError
from django.utils import timezone

from mail.addresses import reply_address
from mail.inbound.parsing.child import ParserFailed
from mail.inbound.parsing.parse import ParsedMail, parse
from mail.inbound.processing import LEASE, MOST_ATTEMPTS, delay, read_mail
from mail.inbound.registry import Outcome, ReceivedMail
from mail.inbound.sweeps import clean_up_mail, stray_mail
from mail.models import InboundMail, Mute, Sweep
from mail.outbox.sweeps import KEEP
from mail.tasks import sweep_inbound
from tests.mail.conftest import at_once
from tests.mail.inbound.conftest import ADA, KEY, OTHER_KEY, MailReader, raw_mail, take

pytestmark = pytest.mark.django_db

Status = InboundMail.Status


def received(text: str = "take a1", *, key: str = KEY, **more: Any) -> InboundMail:
    (pk,) = take(raw_mail(text, **more), reply_address(key)).pks
    return InboundMail.objects.get(pk=pk)


def test_it_is_read_once_and_says_what_became_of_it(reader: MailReader) -> None:
    mail = received("take a1 b1\n> your turn")
    for _ in range(2):
        read_mail(mail.pk)
    mail.refresh_from_db()
    assert [(got.pk, got.text, got.sender, got.is_owner) for got in reader.got] == [
        (mail.pk, "take a1 b1", ADA, True)
    ]
    assert reader.got[0].received_at == mail.received_at
    assert reader.got[0].facts == {"seat": "0"}
    assert (mail.status, mail.outcome, mail.attempts) == (Status.READ, "played", 1)
    assert mail.reading == {"text": "take a1 b1"}
    assert mail.read_at is not None


def test_a_repeated_mail_is_told_from_a_new_one(reader: MailReader) -> None:
    first, again, other = received("a"), received("b"), received("c", number=2)
    for mail in (first, again, other):
        read_mail(mail.pk)
    assert [got.repeats for got in reader.got] == [None, first.pk, None]


def test_what_a_reader_did_before_it_broke_off_is_undone(reader: MailReader) -> None:
    def write_and_fail(mail: ReceivedMail) -> Outcome:
        Mute.objects.create(address=mail.sender)
        raise RuntimeError("planted; ada@duelpost.example")

    reader.act = write_and_fail
    mail = received()
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert (mail.status, mail.outcome, mail.attempts) == (Status.FAILED, "unreadable", 1)
    assert mail.last_error.startswith("RuntimeError: ")
    assert "@" not in mail.last_error
    assert not Mute.objects.exists()
    assert len(reader.got) == 1, "The same words would break it once more."


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError, OSError, ParserFailed])
def test_a_fault_of_ours_lets_a_mail_wait_for_as_long_as_it_lasts(
    reader: MailReader, fault: type[Exception]
) -> None:
    def fail(mail: ReceivedMail) -> Outcome:
        raise fault("planted")

    reader.act = fail
    mail = received()
    for _ in range(2 * MOST_ATTEMPTS):
        with time_machine.travel(mail.next_attempt_at + timedelta(seconds=1)):
            with pytest.raises(fault):
                read_mail(mail.pk)
            list(stray_mail())
        mail.refresh_from_db()
        assert mail.status == Status.WAITING
        assert mail.next_attempt_at - timezone.now() < timedelta(hours=3)
    reader.act = lambda mail: Outcome("played")
    with time_machine.travel(mail.next_attempt_at + timedelta(seconds=1)):
        read_mail(mail.pk)
    mail.refresh_from_db()
    assert (mail.status, mail.outcome) == (Status.READ, "played")


def test_what_may_be_the_fault_of_another_worker_is_tried_a_few_times(reader: MailReader) -> None:
    def fail(mail: ReceivedMail) -> Outcome:
        raise IntegrityError("planted")

    reader.act = fail
    mail = received()
    for attempt in range(1, MOST_ATTEMPTS):
        due_at = mail.next_attempt_at + timedelta(seconds=1)
        with time_machine.travel(due_at), pytest.raises(IntegrityError):
            read_mail(mail.pk)
        mail.refresh_from_db()
        assert (mail.status, mail.attempts) == (Status.WAITING, attempt)
    with time_machine.travel(mail.next_attempt_at + timedelta(seconds=1)):
        read_mail(mail.pk)
    mail.refresh_from_db()
    assert (mail.status, mail.outcome) == (Status.FAILED, "unreadable")


def test_each_try_is_later_than_the_one_before() -> None:
    waits = [delay(attempts) for attempts in range(1, MOST_ATTEMPTS)]
    assert waits == sorted(set(waits))


def test_a_mail_whose_reader_is_gone_waits_for_operators(reader: MailReader) -> None:
    mail = received()
    InboundMail.objects.filter(pk=mail.pk).update(family="gone", attempts=MOST_ATTEMPTS - 1)
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.status == Status.FAILED


@pytest.mark.django_db(transaction=True)
def test_several_workers_at_the_same_mail_read_it_once(reader: MailReader) -> None:
    mail = received()
    at_once(lambda: read_mail(mail.pk))
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, len(reader.got)) == (Status.READ, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_too_slow_leaves_the_mail_to_the_next(
    reader: MailReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first worker parses the mail until the second has read it."""
    from mail.inbound import processing

    mail = received()
    calls: list[bytes] = []

    def slow(raw: bytes) -> ParsedMail:
        calls.append(raw)
        if len(calls) == 1:
            with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1)):
                read_mail(mail.pk)
        return parse(raw)

    monkeypatch.setattr(processing, "parse_within", slow)
    read_mail(mail.pk)
    assert len(reader.got) == 1


KILLED_WHILE_READING = """
import os, signal, sys
import django
django.setup()
from mail.inbound.processing import read_mail
from mail.inbound.registry import reads_replies
from mail.models import Mute
@reads_replies("s", name="seat", resolve=lambda key: None)
def read(mail):
    Mute.objects.create(address=mail.sender)
    os.kill(os.getpid(), signal.SIGKILL)
read_mail(int(sys.argv[1]))
"""


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_loses_nothing_and_does_nothing_twice(
    reader: MailReader, database_url: str
) -> None:
    def write(mail: ReceivedMail) -> Outcome:
        Mute.objects.create(address=mail.sender)
        return Outcome("played")

    reader.act = write
    mail, deadly = received(), received("deadly", key=OTHER_KEY)
    now = timezone.now()
    for kill in range(MOST_ATTEMPTS):
        for each in (mail, deadly) if not kill else (deadly,):
            killed = subprocess.run(
                [sys.executable, "-c", KILLED_WHILE_READING, str(each.pk)],
                env=os.environ | {"DATABASE_URL": database_url},
                check=False,
                timeout=60,
            )
            assert killed.returncode == -9
        assert not Mute.objects.exists()
        InboundMail.objects.filter(pk=deadly.pk).update(next_attempt_at=now)
    mail.refresh_from_db()
    assert (mail.status, mail.attempts) == (Status.WAITING, 1)
    assert not Mute.objects.exists()
    with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1)):
        for pk in stray_mail():
            read_mail(pk)
    mail.refresh_from_db()
    deadly.refresh_from_db()
    assert (mail.status, mail.attempts) == (Status.READ, 2)
    assert Mute.objects.count() == 1
    assert (deadly.status, deadly.attempts) == (Status.FAILED, MOST_ATTEMPTS)
    assert deadly.last_error.startswith("WorkerLost")


@pytest.mark.usefixtures("dead_broker")
@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_sweep_reads_the_mail_itself(reader: MailReader) -> None:
    mails = [received("a"), received("b", key=OTHER_KEY), received("c", key=OTHER_KEY, number=2)]

    def fail_first(mail: ReceivedMail) -> Outcome:
        if mail.pk == mails[0].pk:
            raise RuntimeError("planted")
        return Outcome("played")

    reader.act = fail_first
    sweep_inbound()
    states = InboundMail.objects.order_by("pk").values_list("status", "attempts")
    assert list(states) == [("failed", 1), ("read", 1), ("read", 1)]
    assert Sweep.objects.filter(name="inbound").exists()


def test_sweeps_hand_over_what_nobody_came_for(reader: MailReader) -> None:
    mail = received()
    assert list(stray_mail()) == [], "it was handed over just now"
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        assert list(stray_mail()) == [mail.pk]
        assert list(stray_mail()) == []


def test_words_are_forgotten_before_the_row(reader: MailReader) -> None:
    read, waits, failed = received("a"), received("b"), received("c")
    read_mail(read.pk)
    InboundMail.objects.filter(pk=failed.pk).update(status=Status.FAILED)

    def words() -> dict[int, bool]:
        return {mail.pk: bool(mail.raw) for mail in InboundMail.objects.all()}

    clean_up_mail()
    assert all(words().values())
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        clean_up_mail()
        assert words() == {read.pk: False, waits.pk: True, failed.pk: False}
    with time_machine.travel(timezone.now() + KEEP + timedelta(days=1)):
        clean_up_mail()
        assert words() == {waits.pk: True}


def test_mails_about_the_same_are_read_in_the_order_in_which_they_came(reader: MailReader) -> None:
    first, second = received("7", number=1), received("take back", number=2)
    assert read_mail(second.pk) is None
    assert reader.got == []
    assert read_mail(first.pk) == second.pk
    assert read_mail(second.pk) is None
    assert [got.text for got in reader.got] == ["7", "take back"]


def test_a_mail_that_nobody_can_read_keeps_later_ones_waiting_only_until_it_is_given_up(
    reader: MailReader,
) -> None:
    first, second = received("7", number=1), received("8", number=2)
    InboundMail.objects.filter(pk=first.pk).update(status=Status.FAILED)
    read_mail(second.pk)
    assert [got.text for got in reader.got] == ["8"]
