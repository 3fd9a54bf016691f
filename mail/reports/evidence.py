"""What a report that a letter came back is worth: who could have written it.

*Witnessed* is what we saw ourselves, or what a provider has signed: a server refused the recipient.
*Told* is what came by mail to the return path of a letter. Its reader knows that address, could
have written the report, and so gains nothing lasting by it.
"""

from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate

from mail.addresses import normal_address
from mail.models import DeliveryEvent, Suppression

TOLD_BY_MAIL = "mail"
"""The provider of reports that came by mail."""

AGAIN_WITHIN = timedelta(days=7)
"""A report by mail counts if another letter came back so shortly before."""

LATELY = timedelta(days=90)
MOST_DAYS = 3
"""On so many days of these, letters to one address may be refused before that stops no clock."""


def is_told(event: DeliveryEvent) -> bool:
    """Return whether the reader of the letter could have written the report themselves."""
    return event.provider == TOLD_BY_MAIL


def is_confirmed(event: DeliveryEvent) -> bool:
    """Return whether a bounce is more than one word of mouth: witnessed, or told of two letters."""
    if not is_told(event):
        return True
    earlier = _earlier(event)
    if event.letter_id is not None:
        earlier = earlier.exclude(letter=event.letter_id)
    return earlier.exists()


def is_first(event: DeliveryEvent) -> bool:
    """Return whether nothing of the kind was said of the address lately."""
    return not _earlier(event).exists()


def _earlier(event: DeliveryEvent) -> QuerySet[DeliveryEvent]:
    """Return the bounces of shortly before, but for those before the address was confirmed."""
    earlier = final_bounces(event.address).filter(
        happened_at__gt=event.happened_at - AGAIN_WITHIN, happened_at__lte=event.happened_at
    )
    lifted = Suppression.objects.filter(address=event.address).values_list("lifted_at", flat=True)
    if (lifted_at := lifted.first()) is not None:
        earlier = earlier.filter(happened_at__gt=lifted_at)
    return earlier.exclude(pk=event.pk)


def is_witnessed(suppression: Suppression) -> bool:
    """Return whether the address was put aside for more than what its owner could have written."""
    if suppression.reason != Suppression.Reason.BOUNCED:
        return True
    bounces = final_bounces(suppression.address).exclude(provider=TOLD_BY_MAIL)
    return bounces.filter(happened_at__gt=suppression.since - AGAIN_WITHIN).exists()


def is_refused_too_often(address: str, *, now: datetime) -> bool:
    """Return whether the address refused letters on more days than mail troubles last."""
    # A player who runs a mail server can let it refuse our letters at will.
    bounces = final_bounces(address).exclude(provider=TOLD_BY_MAIL)
    lately = bounces.filter(happened_at__gt=now - LATELY)
    days = lately.order_by().values_list(TruncDate("happened_at"), flat=True).distinct()
    return len(days[: MOST_DAYS + 1]) > MOST_DAYS


def final_bounces(address: str) -> QuerySet[DeliveryEvent]:
    """Return the reports that letters to the address came back for good."""
    return DeliveryEvent.objects.filter(
        address=normal_address(address), kind=DeliveryEvent.Kind.BOUNCED, is_final=True
    )


def addresses_often_refused(*, now: datetime, most: int) -> dict[str, int]:
    """Return on how many days letters to an address came back lately, where these are several."""
    lately = DeliveryEvent.objects.filter(
        is_final=True, kind=DeliveryEvent.Kind.BOUNCED, happened_at__gt=now - LATELY
    )
    by_address = lately.order_by().values("address").exclude(address="")
    counted = by_address.annotate(days=Count(TruncDate("happened_at"), distinct=True))
    often = counted.filter(days__gte=MOST_DAYS).order_by("-days", "address")[:most]
    return {row["address"]: row["days"] for row in often}
