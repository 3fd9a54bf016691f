"""Mail that clocks wait for, and what timelines and operators see of it."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from mail.models import InboundMail, OutcomeCode

UNREAD = (InboundMail.Status.WAITING, InboundMail.Status.FAILED)
"""What was not read. Clocks wait for the first of them alone: the other one was answered."""


def unread_mail(
    about: str,
    *,
    received_before: datetime,
    received_after: datetime | None = None,
    besides: int | None = None,
) -> InboundMail | None:
    """Return the owner's oldest unread mail of before this moment, other than `besides`."""
    mail = InboundMail.objects.filter(
        about=about,
        is_owner=True,
        status=InboundMail.Status.WAITING,
        received_at__lte=received_before,
    )
    if received_after is not None:
        mail = mail.filter(received_at__gt=received_after)
    return mail.exclude(pk=besides or 0).defer("raw").order_by("received_at", "pk").first()


def mail_by_owners(abouts: Collection[str]) -> QuerySet[InboundMail]:
    """Return those of them that their owners have written: no machine's, and nothing unproved."""
    own = mail_about(abouts).filter(is_owner=True).exclude(is_authentic=False)
    return own.exclude(status=InboundMail.Status.DROPPED).exclude(outcome=OutcomeCode.UNCONFIRMED)


def is_written_by_owner(mail: InboundMail) -> bool:
    """Return the same of one mail."""
    is_dropped = (
        mail.status == InboundMail.Status.DROPPED or mail.outcome == OutcomeCode.UNCONFIRMED
    )
    return mail.is_owner and mail.is_authentic is not False and not is_dropped


def mail_about(abouts: Collection[str]) -> QuerySet[InboundMail]:
    """Return the mail of these, in the order in which it came in, without its raw words."""
    mail = InboundMail.objects.filter(about__in=abouts).defer("raw")
    return mail.order_by("received_at", "pk")


def fate_of_mail(mail: InboundMail) -> str:
    """Return what became of the mail: its outcome by name, or where it stands while it has none."""
    if not mail.outcome:
        return mail.get_status_display()
    return str(dict(OutcomeCode.choices).get(mail.outcome, mail.outcome))


REVEALED = "revealed the mail"
"""How the audit log begins to tell that an operator has read somebody's mail."""
