"""What operators, and its writers, do about mail that came in."""

from django.db import transaction
from django.utils import timezone

from mail.models import InboundMail, OutcomeCode
from mail.tasks import hand_over_mail


@transaction.atomic
def read_confirmed(pk: int) -> bool:
    """Return whether a mail that was asked about goes to the queue, as if received just now."""
    # Its time of arrival does not count: a mail that nobody waited for gives no time back.
    locked = InboundMail.objects.select_for_update().exclude(raw=b"")
    mail = locked.filter(
        pk=pk, status=InboundMail.Status.READ, outcome=OutcomeCode.UNCONFIRMED
    ).first()
    if mail is None:
        return False
    now = timezone.now()
    mail.status, mail.outcome, mail.reading = InboundMail.Status.WAITING, "", {}
    mail.received_at = mail.next_attempt_at = mail.handed_at = now
    mail.read_at, mail.attempts = None, 0
    mail.data = {**mail.data, "is_confirmed": True}
    mail.save()
    hand_over_mail(mail.pk)
    return True


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
