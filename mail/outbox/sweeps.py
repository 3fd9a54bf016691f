"""What finds letters that no worker came for, and deletes rows that are no longer needed."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from django.db import connection, transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from mail.models import DeliveryEvent, Letter, Sweep
from mail.outbox.delivery import FAULT_LIMIT
from mail.registry import kinds_asked_for

log = structlog.get_logger(__name__)
Row = TypeVar("Row", bound=Model)

LEASE = timedelta(minutes=5)
"""How long a worker may be at a letter; Celery's hard time limit ends it long before."""

STRAY_AFTER = timedelta(minutes=2)
"""How long a letter or mail may lie in the queue before it is handed over again."""

KEEP = timedelta(days=90)
KEEP_ASKED_FOR = timedelta(days=7)
"""Sign-in letters are many, may name strangers, and nobody looks for them later."""

BATCH = 200
BATCHES = 10


def mark(name: str) -> None:
    """Write down that the sweep of this name came to its end just now."""
    Sweep.objects.update_or_create(name=name, defaults={"ran_at": timezone.now()})


def strays() -> Iterator[int]:
    """Yield the ids of letters that are due and not in the queue, a bounded number of them."""
    _rescue_abandoned()
    yield from hand_out(Letter.objects.filter(status=Letter.Status.WAITING))


def hand_out(waiting: QuerySet[Any]) -> Iterator[int]:
    """Yield the ids of those of these letters or mails that are due and not in the queue."""
    # Each is marked as handed over before its id is yielded: two sweeps at once share the work.
    for _ in range(BATCHES):
        batch = _next_batch(waiting)
        yield from batch
        if len(batch) < BATCH:
            return


def delete_settled() -> int:
    """Delete the oldest letters that were settled long ago; return how many."""
    now = timezone.now()
    old = Letter.objects.filter(
        Q(created_at__lt=now - KEEP)
        | Q(created_at__lt=now - KEEP_ASKED_FOR, kind__in=kinds_asked_for()),
        status__in=Letter.SETTLED,
    )
    return delete_batch(old)


def delete_stray_reports() -> int:
    """Delete the oldest reports about letters that nobody here knows; return how many."""
    # Those about letters that we know go with them.
    long_ago = timezone.now() - KEEP
    return delete_batch(DeliveryEvent.objects.filter(letter=None, received_at__lt=long_ago))


def delete_batch(rows: QuerySet[Row]) -> int:
    """Delete the oldest of these rows; return how many."""
    pks = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    if not pks:
        return 0
    rows.model._default_manager.filter(pk__in=pks).delete()
    return len(pks)


def _next_batch(waiting: QuerySet[Any]) -> list[int]:
    now = timezone.now()
    is_stray = Q(handed_at__isnull=True) | Q(handed_at__lt=now - STRAY_AFTER)
    due = waiting.filter(is_stray, next_attempt_at__lte=now)
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    with transaction.atomic():
        pks = list(due.order_by("next_attempt_at").values_list("pk", flat=True)[:BATCH])
        waiting.model._default_manager.filter(pk__in=pks).update(handed_at=now)
    return pks


def _rescue_abandoned() -> None:
    """Take letters back from workers that died over them; put aside one that kills its workers."""
    # Whether the letter had left is unknown: it goes once more, with the same Message-ID. If it is
    # not to go any more by then, its row says that it may have been sent.
    abandoned = Letter.objects.filter(
        status=Letter.Status.SENDING, claimed_at__lt=timezone.now() - LEASE
    )
    found = {
        "faults": F("faults") + 1,
        "may_have_left_at": F("claimed_at"),
        "last_error": (
            "WorkerLost: The worker ended while it had this letter, which may have been sent."
        ),
    }
    given_up = abandoned.filter(faults__gte=FAULT_LIMIT - 1)
    failed = given_up.update(status=Letter.Status.FAILED, **found)
    rescued = abandoned.update(status=Letter.Status.WAITING, handed_at=None, **found)
    if failed or rescued:
        log.warning("letters_rescued", rescued=rescued, failed=failed)
