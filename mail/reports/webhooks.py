"""The providers' reports, as django-anymail has brought them into one form."""

import hashlib
import json
import re
from datetime import datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.utils import timezone

from mail.models import DeliveryEvent
from mail.reports.events import Report, record

METADATA = "letter"
"""Under this name a provider keeps our token for a letter, and tells it with each report."""

_ENHANCED_CODE = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
_CODE = re.compile(r"\b[245]\d\d\b")
# Who read a letter and what they clicked is nobody's business, even where a provider tells.
_NOT_KEPT = {EventType.OPENED, EventType.CLICKED, EventType.SUBSCRIBED, EventType.INBOUND_FAILED}
_NO_SUCH_READER = {RejectReason.BOUNCED, RejectReason.INVALID}
_FINAL = {
    EventType.BOUNCED: _NO_SUCH_READER,
    EventType.REJECTED: _NO_SUCH_READER | {RejectReason.SPAM},
}
# anymail calls these a bounce like any other, but the same reader may have room again tomorrow.
_FOR_THE_MOMENT = {"softbounce", "soft", "transient", "soft_bounce"}
_LONGEST_ADDRESS = 254
_LONGEST_REASON = 20
_YEARS = range(2000, 2100)
_WHERE_IT_SAYS_SO = ("Type", "bounceType", "event", "type")


@receiver(tracking)
def take_report(event: AnymailTrackingEvent, esp_name: str, **kwargs: Any) -> None:
    """Keep a report that came through a webhook."""
    if event.event_type in _NOT_KEPT:
        return
    kind = event.event_type
    words = " ".join(map(_text, (event.mta_response, event.description)))
    found = _ENHANCED_CODE.search(words) or _CODE.search(words)
    code = found[0] if found else ""
    metadata = event.metadata if isinstance(event.metadata, dict) else {}
    record(
        Report(
            key=_key(event, esp_name),
            provider=esp_name,
            kind=kind if kind in DeliveryEvent.Kind.values else DeliveryEvent.Kind.UNKNOWN,
            happened_at=_moment(event.timestamp),
            address=_address(event.recipient),
            token=_text(metadata.get(METADATA)),
            provider_id=_text(event.message_id),  # Postal counts its letters
            reason=_text(event.reject_reason)[:_LONGEST_REASON],
            code=code,
            is_final=_is_final(event, code),
        )
    )


def _text(value: object) -> str:
    """Return what was said there as text that can be kept; nothing for nothing."""
    # Providers are taken at their word, but it may be of any type and hold any character.
    if value is None or value == "":
        return ""
    plain = str(value).replace("\0", "")
    return plain.encode(errors="replace").decode()  # half of a pair is no character


def _address(value: object) -> str:
    """Return an address, or nothing for what can be none."""
    text = _text(value)
    return text if "@" in text and len(text) <= _LONGEST_ADDRESS else ""


def _moment(value: object) -> datetime:
    """Return when it happened; now, where what was said is no moment that can be compared."""
    if isinstance(value, datetime) and value.tzinfo is not None and value.year in _YEARS:
        return value
    return timezone.now()


def _is_final(event: AnymailTrackingEvent, code: str) -> bool:
    """Return whether the address takes no letters, today or tomorrow."""
    if event.event_type == EventType.COMPLAINED:
        return True
    if event.reject_reason not in _FINAL.get(event.event_type, ()):
        return False
    raw = event.esp_event if isinstance(event.esp_event, dict) else {}
    bounce = raw["bounce"] if isinstance(raw.get("bounce"), dict) else raw
    own_words = {str(bounce.get(name, "")).lower() for name in _WHERE_IT_SAYS_SO}
    return not code.startswith("4") and not own_words & _FOR_THE_MOMENT


def _key(event: AnymailTrackingEvent, esp_name: str) -> str:
    """Return what is equal whenever a provider says the same thing again."""
    # Not by the provider's id for the report where it can be helped: some draw a new one each time.
    if event.message_id and isinstance(event.timestamp, datetime):
        when_or_what: Any = event.timestamp.isoformat()
    else:
        when_or_what = event.event_id or event.esp_event
    facts = [esp_name, event.event_type, event.message_id, event.recipient, when_or_what]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()
