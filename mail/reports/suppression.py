"""Addresses that take no letters: when one is put aside, and when it counts again."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from mail.addresses import normal_address, redacted_address
from mail.models import Letter, Suppression
from mail.registry import kinds_asked_for
from mail.signals import address_taken_up

log = structlog.get_logger(__name__)

HELD_BACK_FOR = timedelta(days=7)
"""What is older is no news to anybody."""


def suppress(*, address: str, reason: str, at: datetime) -> bool:
    """Return whether the address was put aside just now: not if it was, or the report is old."""
    # What happened before its owner confirmed the address again counts no more.
    with transaction.atomic():
        row, is_new = Suppression.objects.select_for_update().get_or_create(
            address=normal_address(address), defaults={"reason": reason, "since": at}
        )
        if not is_new:
            if row.lifted_at is None or at <= row.lifted_at:
                return False
            row.reason, row.since, row.lifted_at = reason, at, None
            row.save(update_fields=["reason", "since", "lifted_at"])
    log.warning("address_suppressed", whom=redacted_address(address), reason=reason)
    return True


@transaction.atomic
def confirm_address(address: str) -> None:
    """Let letters go to the address again, and those held back lately."""
    # Its owner has used a letter that we sent there, or an operator has decided so.
    was_aside = active_suppressions(address).update(lifted_at=timezone.now())
    send_held_back(address)
    if was_aside:
        address_taken_up.send(Suppression, address=normal_address(address))


@transaction.atomic
def confirm_by_delivery(address: str, *, at: datetime) -> None:
    """Let letters go again to an address that bounced before: now one has arrived."""
    # That undoes no complaint: it came from somebody who had got a letter, too.
    bounced = active_suppressions(address).filter(reason=Suppression.Reason.BOUNCED, since__lt=at)
    if bounced.update(lifted_at=at):
        send_held_back(address)
        address_taken_up.send(Suppression, address=normal_address(address))


def suppression_of(address: str) -> Suppression | None:
    """Return why the address takes no letters, or None if it does."""
    return active_suppressions(address).first()


def suppressions_of(addresses: Iterable[str]) -> dict[str, Suppression]:
    """Return what keeps letters from those of the addresses that take none now, by address."""
    normal = {normal_address(address) for address in addresses}
    rows = Suppression.objects.filter(address__in=normal, lifted_at__isnull=True)
    return {row.address: row for row in rows} if normal else {}


def active_suppressions(address: str) -> QuerySet[Suppression]:
    """Return what keeps letters from the address now: one row or none."""
    return Suppression.objects.filter(address=normal_address(address), lifted_at__isnull=True)


def send_held_back(address: str) -> int:
    """Return how many letters go out now; one that is no longer true is dropped on its way."""
    from mail.tasks import send_again  # noqa: PLC0415 - what sends asks first who takes letters

    held_back = Letter.objects.filter(
        to=normal_address(address),
        status__in=Letter.NOT_SENT_ON,
        reason=Letter.Reason.SUPPRESSED,
        created_at__gte=timezone.now() - HELD_BACK_FOR,
    ).exclude(kind__in=kinds_asked_for())
    return send_again(held_back.order_by("created_at"))
