"""What finds mail that no worker came for, and deletes mail that is kept no longer."""

from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.conf import settings
from django.utils import timezone

from mail.inbound.processing import MOST_ATTEMPTS, give_up_abandoned
from mail.models import InboundMail
from mail.outbox.sweeps import BATCH, KEEP, delete_batch, hand_out

log = structlog.get_logger(__name__)

Status = InboundMail.Status
SETTLED = (Status.READ, Status.DROPPED, Status.FAILED)
"""What was answered, or needs no answer. One that failed can be read again while it is kept."""


def stray_mail() -> Iterator[int]:
    """Yield the ids of mails that are due and not in the queue, a bounded number of them."""
    if given_up := give_up_abandoned(timezone.now()):
        log.warning("mail_given_up", count=given_up)
    waiting = InboundMail.objects.filter(status=Status.WAITING, attempts__lt=MOST_ATTEMPTS)
    yield from hand_out(waiting)


def clean_up_mail() -> None:
    """Forget the words of the oldest mails that were read, and later that they ever came."""
    now = timezone.now()
    settled = InboundMail.objects.filter(status__in=SETTLED)
    old = settled.filter(received_at__lt=now - timedelta(days=settings.INBOUND_KEEP_DAYS))
    with_words = old.exclude(raw=b"").order_by("pk").values_list("pk", flat=True)[:BATCH]
    InboundMail.objects.filter(pk__in=list(with_words)).update(raw=b"")
    delete_batch(settled.filter(received_at__lt=now - KEEP))
