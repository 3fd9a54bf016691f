"""From a draft to a message that any of Django's ways of sending takes."""

from anymail.backends.base import AnymailBaseBackend, BasePayload
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from mail.drafts import Draft
from mail.models import Letter
from mail.remedies import NothingSentError


def send(letter: Letter, draft: Draft) -> str:
    """Send the letter now and return the provider's id for it, if it gave one."""
    message = compose(letter, draft)
    message.connection = get_connection()
    if isinstance(message.connection, AnymailBaseBackend):
        _refuse_tracking(message, message.connection)
    if message.send() != 1:
        raise NothingSentError
    status = getattr(message, "anymail_status", None)
    return str(status.message_id or "") if status else ""


def compose(letter: Letter, draft: Draft) -> EmailMultiAlternatives:
    """Return the message: the same Message-ID each time, and marked as not written by hand."""
    message = EmailMultiAlternatives(
        subject=draft.subject,
        body=draft.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.to],
        headers={
            "Auto-Submitted": "auto-generated",
            **draft.headers,
            "Message-ID": letter.message_id,
        },
    )
    if draft.html:
        message.attach_alternative(draft.html, "text/html")
    for attachment in draft.attachments:
        message.attach(attachment.name, attachment.content, attachment.media_type)
    return message


def _refuse_tracking(message: EmailMultiAlternatives, backend: AnymailBaseBackend) -> None:
    """Tell the provider to rewrite no link and to hide no picture, if it can be told."""
    payload = type(backend.build_message_payload(message, backend.send_defaults))
    for feature in ("track_clicks", "track_opens"):
        if getattr(payload, f"set_{feature}") is not getattr(BasePayload, f"set_{feature}"):
            setattr(message, feature, False)
