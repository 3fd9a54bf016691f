"""The safety below the queue: letters that nobody came for, and rows that are no longer needed."""

from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from mail.delivery import FAULT_LIMIT
from mail.models import Letter, Sweep

log = structlog.get_logger(__name__)

LEASE = timedelta(minutes=5)
"""How long a worker may be at a letter; Celery's hard time limit ends it long before."""

STRAY_AFTER = timedelta(minutes=2)
"""How long a letter may lie in the queue before it is handed over again."""

KEEP = timedelta(days=90)
BATCH = 200
BATCHES = 10


def mark(name: str) -> None:
    """Write down that the sweep of this name came to its end just now."""
    Sweep.objects.update_or_create(name=name, defaults={"ran_at": timezone.now()})


def strays() -> Iterator[int]:
    """Yield the ids of letters that are due and not in the queue, a bounded number of them.

    Each is marked as handed over before its id is yielded, so two sweeps at once share the work.
    """
    _rescue_abandoned()
    for _ in range(BATCHES):
        batch = _next_batch()
        yield from batch
        if len(batch) < BATCH:
            return


def delete_settled() -> int:
    """Delete the oldest letters that were settled long ago; return how many."""
    old = Letter.objects.filter(status__in=Letter.SETTLED, created_at__lt=timezone.now() - KEEP)
    pks = list(old.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return Letter.objects.filter(pk__in=pks).delete()[0] if pks else 0


def _next_batch() -> list[int]:
    now = timezone.now()
    due = Letter.objects.filter(
        Q(handed_at__isnull=True) | Q(handed_at__lt=now - STRAY_AFTER),
        status=Letter.Status.WAITING,
        next_attempt_at__lte=now,
    )
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    with transaction.atomic():
        pks = list(due.order_by("next_attempt_at").values_list("pk", flat=True)[:BATCH])
        Letter.objects.filter(pk__in=pks).update(handed_at=now)
    return pks


def _rescue_abandoned() -> None:
    """Take letters back from workers that died over them; one that kills its workers is put aside.

    Whether the letter had left cannot be known: it goes once more, with the same Message-ID.
    """
    abandoned = Letter.objects.filter(
        status=Letter.Status.SENDING, claimed_at__lt=timezone.now() - LEASE
    )
    error = "WorkerLost: The worker ended while it had this letter."
    failed = abandoned.filter(faults__gte=FAULT_LIMIT - 1).update(
        status=Letter.Status.FAILED, faults=F("faults") + 1, last_error=error
    )
    rescued = abandoned.update(
        status=Letter.Status.WAITING, faults=F("faults") + 1, handed_at=None, last_error=error
    )
    if failed or rescued:
        log.warning("letters_rescued", rescued=rescued, failed=failed)
