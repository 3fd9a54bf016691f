"""Letters that were not sent because their address took none: they go once it takes them again."""

from datetime import timedelta

from django.utils import timezone

from lib.addresses import normal_address
from mail.models import Letter
from mail.registry import kinds_asked_for

HELD_BACK_FOR = timedelta(days=7)
"""What is older is no news to anybody."""


def send_held_back(address: str) -> int:
    """Return how many letters go out now; one that is no longer true is dropped on its way."""
    from mail.tasks import hand_over  # noqa: PLC0415 - what sends asks first who takes letters

    now = timezone.now()
    held_back = Letter.objects.filter(
        to=normal_address(address),
        status__in=Letter.NOT_SENT_ON,
        reason=Letter.Reason.SUPPRESSED,
        created_at__gte=now - HELD_BACK_FOR,
    ).exclude(kind__in=kinds_asked_for())
    sent = 0
    for pk in list(held_back.order_by("created_at").values_list("pk", flat=True)):
        revived = held_back.filter(pk=pk).update(
            status=Letter.Status.WAITING, reason="", next_attempt_at=now, handed_at=now
        )
        if revived:
            hand_over(pk)
            sent += revived
    return sent
