"""What becomes of letters: reports of providers and refusals of servers, each counted once."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from mail.addresses import normal_address
from mail.models import DeliveryEvent, Letter, Suppression
from mail.mutes import mute
from mail.registry import kinds_asked_for
from mail.reports.evidence import is_confirmed, is_first
from mail.reports.suppression import confirm_by_delivery, suppress, suppression_of
from mail.signals import delivery_trouble, letter_arrived, letter_said_lost

Kind = DeliveryEvent.Kind


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody says about a letter. The key is the same each time it is said."""

    key: str
    provider: str
    kind: str
    happened_at: datetime
    address: str = ""
    token: str = ""
    provider_id: str = ""
    reason: str = ""
    code: str = ""
    is_final: bool = False


def provider_reports() -> bool:
    """Return whether the provider tells us when a letter was delivered."""
    by_provider = settings.EMAIL_BACKEND.startswith("anymail.")
    return by_provider and bool(settings.ANYMAIL.get("WEBHOOK_SECRET"))


def record(report: Report) -> None:
    """Keep the report and draw its consequences, unless it has been here before."""
    letter = _letter_of(report)
    with transaction.atomic():
        event, is_new = DeliveryEvent.objects.get_or_create(
            key=report.key,
            defaults={
                "letter": letter,
                "provider": report.provider,
                "provider_id": report.provider_id[:255],
                "address": normal_address(report.address or (letter.to if letter else "")),
                "kind": report.kind,
                "reason": report.reason,
                "code": report.code,
                "is_final": report.is_final,
                "happened_at": report.happened_at,
            },
        )
        if is_new:
            _draw_consequences(event)


def adopt(letter: Letter) -> None:
    """Give the letter those reports that came before its row knew the provider's id for it."""
    orphans = DeliveryEvent.objects.filter(letter=None, provider_id=letter.provider_id)
    for event in orphans:
        with transaction.atomic():
            if orphans.filter(pk=event.pk).update(letter=letter):
                event.letter = letter
                _mark_delivered(event)


def _letter_of(report: Report) -> Letter | None:
    """Return the letter by our own token for it, else by the provider's id."""
    if report.token:
        return Letter.objects.filter(token=report.token).first()
    if report.provider_id:
        return Letter.objects.filter(provider_id=report.provider_id).first()
    return None


def _draw_consequences(event: DeliveryEvent) -> None:
    _mark_delivered(event)
    if event.kind == Kind.UNSUBSCRIBED and event.address:
        letter = event.letter
        mute(
            address=event.address,
            kind=letter.kind if letter else "",
            topic=letter.topic if letter else "",
        )
    if not event.is_final or not event.address:
        return
    if event.kind == Kind.BOUNCED and not is_confirmed(event):
        if event.letter is not None and is_first(event):
            letter_said_lost.send(DeliveryEvent, letter=event.letter)
        return
    reason = (
        Suppression.Reason.COMPLAINED
        if event.kind == Kind.COMPLAINED
        else Suppression.Reason.BOUNCED
    )
    suppress(address=event.address, reason=reason, at=event.happened_at)
    # Not of what happened before the address was confirmed again: that trouble is over.
    if suppression_of(event.address):
        delivery_trouble.send(
            DeliveryEvent, address=event.address, letter=event.letter, reason=reason.value
        )


def _mark_delivered(event: DeliveryEvent) -> None:
    """Note the first delivery; who got a letter that they asked for has a good address."""
    letter, at = event.letter, event.happened_at
    if event.kind != Kind.DELIVERED or letter is None:
        return
    later = Q(delivered_at__isnull=True) | Q(delivered_at__gt=at)
    Letter.objects.filter(later, pk=letter.pk).update(delivered_at=at)
    # Of one that its worker left behind it is known now: it is not sent again, and says so.
    Letter.objects.filter(
        pk=letter.pk,
        may_have_left_at__isnull=False,
        status__in=[Letter.Status.WAITING, Letter.Status.UNSURE, Letter.Status.FAILED],
    ).update(status=Letter.Status.SENT, sent_at=F("may_have_left_at"), reason="", last_error="")
    if letter.kind in kinds_asked_for():
        confirm_by_delivery(letter.to, at=at)
    letter_arrived.send(DeliveryEvent, letter=letter, at=at, source=None)
