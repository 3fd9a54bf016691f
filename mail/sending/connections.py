"""The connection to the mail server or provider, kept open from one letter to the next."""

import mailbox
import smtplib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anymail.message import AnymailRecipientStatus, AnymailStatus
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.core.signals import setting_changed
from django.dispatch import receiver

from mail.outbox.remedies import MailboxWriteError

KEPT_FOR = 30.0
"""Seconds after which a connection that nobody used is not trusted any more."""

MOST_LETTERS = 10
"""Some servers refuse more than that on one connection."""


class _KeptConnection(threading.local):
    """The connection of this thread, when it was last used, and how often."""

    connection: Any = None
    used_at = 0.0
    letters = 0


_kept = _KeptConnection()


@contextmanager
def connection() -> Iterator[Any]:
    """Yield the way of sending, open. After an error within it the next letter has another one."""
    if _kept.connection is None or not _is_good():
        hang_up()
        opened = get_connection()
        opened.open()
        _kept.connection, _kept.letters = opened, 0
    try:
        yield _kept.connection
    except BaseException:
        hang_up()
        raise
    _kept.used_at = time.monotonic()
    _kept.letters += 1


def hang_up() -> None:
    """Close what this thread has open, without a word: nobody may be at the other end any more."""
    kept, _kept.connection = _kept.connection, None
    if isinstance(kept, EmailBackend) and kept.connection is not None:
        kept.connection.close()
    elif kept is not None:
        kept.close()


def _is_good() -> bool:
    """Return whether the next letter may go by the connection that is open."""
    if time.monotonic() - _kept.used_at > KEPT_FOR or _kept.letters >= MOST_LETTERS:
        return False
    if not isinstance(_kept.connection, EmailBackend):
        return True  # what speaks HTTP sees by itself whether its connection is still there
    try:
        server: Any = _kept.connection.connection
        return bool(server.noop()[0] == 250)
    except (OSError, smtplib.SMTPException):
        return False


@receiver(setting_changed)
def forget_when_settings_change(setting: str, **_: Any) -> None:
    """Let tests that set another way of sending have it."""
    if setting.startswith(("EMAIL_", "ANYMAIL")):
        hang_up()


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
