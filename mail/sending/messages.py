"""From a draft to a message that any of Django's ways of sending takes."""

from typing import Any

from anymail.backends.base import AnymailBaseBackend, BasePayload
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from mail.addresses import (
    keys_travel_in_letters,
    message_id,
    reference_of,
    replies_are_on,
    reply_address,
    return_path,
)
from mail.models import Letter
from mail.mutes import unsubscribe_url
from mail.outbox.remedies import NothingSentError
from mail.registry import Draft
from mail.reports.webhooks import METADATA
from mail.sending.connections import connection


def send(letter: Letter, draft: Draft) -> str:
    """Send the letter now and return the provider's id for it, if it gave one."""
    message = compose(letter, draft)
    with connection() as way:
        message.connection = way
        if isinstance(way, AnymailBaseBackend):
            _address_to_provider(message, way, letter)
        if message.send() != 1:
            raise NothingSentError
    status = getattr(message, "anymail_status", None)
    return str(status.message_id or "") if status else ""


def compose(letter: Letter, draft: Draft) -> EmailMultiAlternatives:
    """Return the message: the same Message-ID each time, and a return path of its own."""
    # Django takes `from_email` for the envelope when there is a From header as well.
    message = EmailMultiAlternatives(
        subject=draft.subject,
        body=draft.text,
        from_email=return_path(letter.token),
        to=[letter.to],
        reply_to=[reply_address(draft.reply_key)] if _can_be_answered(draft) else None,
        headers={"From": settings.DEFAULT_FROM_EMAIL, **_headers(letter, draft)},
    )
    if draft.html:
        message.attach_alternative(draft.html, "text/html")
    for attachment in draft.attachments:
        message.attach(attachment.name, attachment.content, attachment.media_type)
    return message


def _headers(letter: Letter, draft: Draft) -> dict[str, str]:
    """Return what mail programs go by: no hand wrote it, its thread, its list, how to end it."""
    headers = {"Auto-Submitted": "auto-generated", **draft.headers}
    if draft.answers:
        headers["Auto-Submitted"] = "auto-replied"
    # A root that was never sent: whichever letter is lost or deleted, the others hang together.
    thread = [message_id(f"thread:{draft.thread}")] if draft.thread else []
    thread += [draft.answers] if draft.answers else []
    if thread:
        key = [reference_of(draft.reply_key)] if _can_be_answered(draft) else []
        with_key = [*key, *thread] if keys_travel_in_letters() else thread
        headers |= {"In-Reply-To": thread[-1], "References": " ".join(with_key)}
    if draft.list_id:
        headers["List-Id"] = f"<{draft.list_id}>"
    if url := unsubscribe_url(letter):
        # RFC 8058: a mail program may post to the address, and that is all it takes.
        headers["List-Unsubscribe"] = f"<{url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    headers["Message-ID"] = letter.message_id
    return headers


def _can_be_answered(draft: Draft) -> bool:
    return bool(draft.reply_key) and replies_are_on()


def _address_to_provider(
    message: EmailMultiAlternatives, backend: AnymailBaseBackend, letter: Letter
) -> None:
    """Tell the provider, if possible, which letter this is and to track nothing."""
    # Its own return path brings it the bounces that it reports to us, so ours replaces it only
    # where the operator has set a domain for that.
    wrapped: Any = message
    wrapped.from_email = message.extra_headers.pop("From")
    payload = type(backend.build_message_payload(message, backend.send_defaults))
    wishes: dict[str, Any] = {
        "metadata": {METADATA: letter.token},
        "track_clicks": False,
        "track_opens": False,
    }
    if settings.BOUNCE_DOMAIN:
        wishes["envelope_sender"] = return_path(letter.token)
    for feature, wish in wishes.items():
        if getattr(payload, f"set_{feature}") is not getattr(BasePayload, f"set_{feature}"):
            setattr(wrapped, feature, wish)
