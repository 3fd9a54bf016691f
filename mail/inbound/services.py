"""What operators do about mail that came in."""

from django.utils import timezone

from mail.models import InboundMail
from mail.tasks import hand_over_mail


def read_again(mail: InboundMail) -> bool:
    """Return whether a mail that could not be read goes to the queue once more."""
    now = timezone.now()
    failed = InboundMail.objects.filter(pk=mail.pk, status=InboundMail.Status.FAILED)
    again = failed.exclude(raw=b"").update(
        status=InboundMail.Status.WAITING,
        attempts=0,
        next_attempt_at=now,
        handed_at=now,
        outcome="",
        last_error="",
    )
    if again:
        hand_over_mail(mail.pk)
    return bool(again)
