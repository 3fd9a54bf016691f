"""What the workers do for letters and incoming mail; every task can run twice without harm."""

import time
from typing import Any

import structlog
from celery import shared_task
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

from mail.inbound import processing
from mail.inbound import sweeps as inbound_sweeps
from mail.models import InboundMail, Letter
from mail.outbox import delivery, sweeps

log = structlog.get_logger(__name__)

ALONE_SECONDS = 30
"""How long a sweep may send letters or read mail itself, beside which no other sweep runs."""


@shared_task(name="mail.send_letter")
def send_letter(pk: int) -> None:
    """Send this letter if it is due and nobody else is at it."""
    delivery.deliver(pk)


@shared_task(name="mail.read_inbound")
def read_inbound(pk: int) -> None:
    """Read this mail if it is due and nobody else is at it; then let the next one be read."""
    later = processing.read_mail(pk)
    if later is not None:
        _hand_over_mail(later)


def hand_over(pk: int) -> None:
    """Let a worker come for this letter as soon as the transaction is committed."""
    # A broker that is away must not break the caller's request: the sweep finds the letter.

    def send() -> None:  # what Django calls "robust" needs a function with a name
        _hand_over(pk)

    transaction.on_commit(send, robust=True)


def hand_over_mail(pk: int) -> None:
    """Let a worker read this mail as soon as the transaction is committed; it is safe by then."""

    def read() -> None:
        _hand_over_mail(pk)

    transaction.on_commit(read, robust=True)


def send_again(letters: QuerySet[Letter], **changes: Any) -> int:
    """Return how many of these letters go to the queue once more, with these changes."""
    now, sent = timezone.now(), 0
    for pk in list(letters.values_list("pk", flat=True)):
        waits = {"status": Letter.Status.WAITING, "reason": "", "handed_at": now}
        if letters.filter(pk=pk).update(**waits, next_attempt_at=now, **changes):
            hand_over(pk)
            sent += 1
    return sent


@shared_task(name="mail.sweep_letters")
def sweep_letters() -> None:
    """Hand over all letters that are due and that no worker came for; clean up."""
    # What the broker does not take is sent here, as long as there is time for it.
    end = time.monotonic() + ALONE_SECONDS
    for pk in sweeps.strays():
        if not _hand_over(pk) and time.monotonic() < end:
            delivery.deliver(pk)
    sweeps.delete_settled()
    sweeps.delete_stray_reports()
    sweeps.mark("letters")


@shared_task(name="mail.sweep_inbound")
def sweep_inbound() -> None:
    """Hand over all mail that is due and that no worker came for; clean up."""
    # What the broker does not take is read here, as long as there is time for it.
    end = time.monotonic() + ALONE_SECONDS
    for pk in inbound_sweeps.stray_mail():
        if not _hand_over_mail(pk) and time.monotonic() < end:
            try:
                processing.read_mail(pk)
            except Exception:  # it must not keep the others waiting
                log.exception("mail_broke_its_reader", mail=pk)
    inbound_sweeps.clean_up_mail()
    sweeps.mark("inbound")


def _hand_over(pk: int) -> bool:
    return _was_taken(send_letter, Letter, "letter", pk)


def _hand_over_mail(pk: int) -> bool:
    return _was_taken(read_inbound, InboundMail, "mail", pk)


def _was_taken(task: Any, rows: type[Letter | InboundMail], name: str, pk: int) -> bool:
    """Return whether the broker took the task; if not, the next sweep comes for the row."""
    try:
        task.delay(pk)
    except (OperationalError, ChannelError) as error:
        log.warning(f"{name}_not_handed_over", **{name: pk}, error=type(error).__name__)
        rows._default_manager.filter(pk=pk, status=rows.Status.WAITING).update(handed_at=None)
        return False
    return True
