"""Mail that the provider takes in for us and posts to the site, as django-anymail reads it."""

from datetime import datetime, timedelta
from email import policy
from typing import Any

from anymail.exceptions import AnymailAPIError
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import URLPattern, re_path
from django.utils import timezone

from mail.addresses import replies_are_on
from mail.inbound.door.machines import NO_SENDER
from mail.inbound.receipt import Result, receive
from mail.models import InboundMail
from mail.reports.views import (
    ReportWebhook,
    UnreadableReport,
    page_of,
    provider_with_secret,
    routes_named,
)

OLDEST = timedelta(days=2)
"""How far back the provider's own moment of receipt is believed."""


class MailWebhook(ReportWebhook):
    """Tells unreadable mail from mail that cannot be fetched from the provider just now."""

    def parse_events(self, request: HttpRequest) -> list[Any]:
        """Return the mails that were posted."""
        try:
            return super().parse_events(request)
        except UnreadableReport as error:
            if isinstance(error.__cause__, OSError | AnymailAPIError):
                raise error.__cause__ from None
            raise


def inbound_pages() -> list[URLPattern]:
    """Return where our provider posts mail, if that is a way in and a secret is set."""
    is_way_in = replies_are_on() and "webhook" in settings.WAYS_IN
    provider = provider_with_secret() if is_way_in else ""
    found = routes_named(f"{provider}_inbound_webhook") if provider else []
    return [re_path(_pattern(route), page_of(route, MailWebhook)) for route in found]


@receiver(inbound)
def take_mail(event: AnymailInboundEvent, **kwargs: Any) -> None:
    """Keep a mail that came through a webhook; one that is not for us is answered all the same."""
    message = event.message
    if message is None:
        return
    sender, recipient = message.envelope_sender, message.envelope_recipient
    receipt = receive(
        _raw(message),
        recipients=[recipient] if isinstance(recipient, str) and recipient else [],
        way=InboundMail.Way.WEBHOOK,
        received_at=_moment(event.timestamp),
        envelope_from=(sender or NO_SENDER) if isinstance(sender, str) else "",
    )
    if receipt.result is Result.TOO_LARGE:
        raise RequestDataTooBig


def _pattern(route: Any) -> str:
    """Return the address as an expression; anymail writes one of them so."""
    written = str(route.pattern)
    return f"^anymail/{written.removeprefix('^').removesuffix('$')}$"


def _raw(message: AnymailInboundMessage) -> bytes:
    """Return the mail as it was sent, as far as the provider tells it: the same bytes each time."""
    try:
        for number, part in enumerate(message.walk()):
            if part.is_multipart() and part.get_boundary() is None:  # else one is drawn at random
                part.set_boundary(f"=_part_{number}")
        return bytes(message.as_bytes(policy=policy.compat32))
    except Exception as error:  # what the provider made of it cannot be written as a mail
        raise UnreadableReport from error


def _moment(value: object) -> datetime:
    """Return when the mail was received: as the provider says, within reason."""
    now = timezone.now()
    if isinstance(value, datetime) and value.tzinfo is not None and now - OLDEST < value < now:
        return value
    return now
