"""The safety below the queue: mail that no worker came for, and mail that is kept no longer."""

from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from mail.inbound.processing import MOST_ATTEMPTS, give_up_abandoned
from mail.models import InboundMail
from mail.outbox.sweeps import BATCH, BATCHES, KEEP, STRAY_AFTER

log = structlog.get_logger(__name__)

Status = InboundMail.Status
SETTLED = (Status.READ, Status.DROPPED, Status.FAILED)
"""What was answered, or needs no answer. One that failed can be read again while it is kept."""


def stray_mail() -> Iterator[int]:
    """Yield the ids of mails that are due and not in the queue, a bounded number of them.

    Each is marked as handed over before its id is yielded, so two sweeps at once share the work.
    """
    if given_up := give_up_abandoned(timezone.now()):
        log.warning("mail_given_up", count=given_up)
    for _ in range(BATCHES):
        batch = _next_batch()
        yield from batch
        if len(batch) < BATCH:
            return


def leave_mail_to_next(pk: int) -> None:
    """Let the next sweep come for this mail: the broker is away and did not take it."""
    InboundMail.objects.filter(pk=pk, status=Status.WAITING).update(handed_at=None)


def clean_up_mail() -> None:
    """Forget the words of the oldest mails that were read, and later that they ever came."""
    now = timezone.now()
    settled = InboundMail.objects.filter(status__in=SETTLED).order_by("pk")
    old = settled.filter(received_at__lt=now - timedelta(days=settings.INBOUND_KEEP_DAYS))
    with_words = old.exclude(raw=b"").values_list("pk", flat=True)[:BATCH]
    InboundMail.objects.filter(pk__in=list(with_words)).update(raw=b"")
    very_old = settled.filter(received_at__lt=now - KEEP).values_list("pk", flat=True)[:BATCH]
    InboundMail.objects.filter(pk__in=list(very_old)).delete()


def _next_batch() -> list[int]:
    now = timezone.now()
    due = InboundMail.objects.filter(
        Q(handed_at__isnull=True) | Q(handed_at__lt=now - STRAY_AFTER),
        status=Status.WAITING,
        next_attempt_at__lte=now,
        attempts__lt=MOST_ATTEMPTS,
    )
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    with transaction.atomic():
        pks = list(due.order_by("next_attempt_at").values_list("pk", flat=True)[:BATCH])
        InboundMail.objects.filter(pk__in=pks).update(handed_at=now)
    return pks
