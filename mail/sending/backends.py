"""The way of sending of the embedded service: each letter becomes a file of a Maildir."""

import mailbox
from collections.abc import Sequence
from pathlib import Path

from anymail.message import AnymailRecipientStatus, AnymailStatus
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from mail.outbox.remedies import MailboxWriteError


class MailboxBackend(BaseEmailBackend):
    """Keeps letters in `MAILBOX_DIR`, where the mailbox page and any mail program find them.

    A file gets its name in one step when it is whole, so any number of processes may write.
    """

    def __init__(self, fail_silently: bool = False, **kwargs: object) -> None:
        super().__init__(fail_silently=fail_silently)
        if not settings.EMBEDDED:
            raise ImproperlyConfigured("The mailbox shows all letters: it is never for production.")

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages and return how many."""
        try:
            letters = _open_maildir(settings.MAILBOX_DIR)
            for message in email_messages:
                key = letters.add(message.message().as_bytes())
                status = AnymailStatus()
                status.set_recipient_status(
                    {address: AnymailRecipientStatus(key, "sent") for address in message.to}
                )
                setattr(message, "anymail_status", status)  # noqa: B010
        except (OSError, mailbox.Error) as error:
            if self.fail_silently:
                return 0
            raise MailboxWriteError(*error.args) from error
        return len(email_messages)


def _open_maildir(folder: Path) -> mailbox.Maildir:
    """Return the Maildir; its folders are made one by one, as another process may be at it too."""
    for name in ("tmp", "new", "cur"):
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    return mailbox.Maildir(folder, create=False)
