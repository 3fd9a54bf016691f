"""Reading the embedded mailbox: the files that `mail.sending.connections.MailboxBackend` wrote.

Letters are found in the listing of the folder, never by a path made from an address.
"""

import mailbox
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser, BytesParser
from email.utils import getaddresses

from django.conf import settings

READ_AT_MOST = 1000
"""How many letters, newest first, the list looks at."""

_LONGEST_HEAD = 64 * 1024
_NAME = re.compile(r"(\d+)\.M(\d+)P(\d+)Q(\d+)\.")
_HEADS = BytesHeaderParser(policy=policy.default)
_WHOLE = BytesParser(policy=policy.default)
_read_before: dict[str, "Envelope"] = {}


class NoSuchLetterError(LookupError):
    """The mailbox holds no letter of this name."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the list shows of a letter."""

    key: str
    subject: str
    recipients: tuple[str, ...]
    kept_at: datetime


@dataclass(frozen=True, slots=True)
class KeptAttachment:
    """A file that came with a letter."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """A letter of the mailbox, taken apart."""

    envelope: Envelope
    sender: str
    source: str
    text: str
    html: str
    attachments: tuple[KeptAttachment, ...]
    reply_to: str = ""
    message_id: str = ""
    references: str = ""


def envelopes() -> list[Envelope]:
    """Return the newest letters, newest first."""
    folder = _folder()
    if folder is None:
        return []
    newest = sorted(folder.keys(), key=_order, reverse=True)[:READ_AT_MOST]
    return [found for key in newest if (found := _envelope(folder, key)) is not None]


def recipients(letters: Iterable[Envelope]) -> list[str]:
    """Return everybody to whom these letters went, in alphabetical order."""
    return sorted({address for letter in letters for address in letter.recipients})


def open_letter(key: str) -> KeptLetter:
    """Return the letter of this name, whole."""
    folder = _folder()
    try:
        raw = folder.get_bytes(key) if folder is not None else None
    except (KeyError, FileNotFoundError):
        raw = None
    if raw is None:
        raise NoSuchLetterError(key)
    message = _WHOLE.parsebytes(raw)
    assert isinstance(message, EmailMessage)  # noqa: S101 (for the type checker)
    return KeptLetter(
        envelope=_envelope_of(key, message),
        sender=str(message["From"] or ""),
        source=raw.decode("utf-8", errors="replace"),
        text=_body(message, "plain"),
        html=_body(message, "html"),
        attachments=tuple(
            KeptAttachment(part.get_filename("attachment"), _content(part))
            for part in message.iter_attachments()
        ),
        reply_to=str(message["Reply-To"] or ""),
        message_id=str(message["Message-ID"] or ""),
        references=str(message["References"] or ""),
    )


def _folder() -> mailbox.Maildir | None:
    """Return the Maildir, or None as long as nothing was ever sent."""
    try:
        folder = mailbox.Maildir(settings.MAILBOX_DIR, create=False)
        folder.keys()
    except (mailbox.NoSuchMailboxError, FileNotFoundError):
        return None
    return folder


def _order(key: str) -> tuple[int, ...]:
    """Return what letters are sorted by: second, microsecond, process and count in their name."""
    match = _NAME.match(key)
    return tuple(map(int, match.groups())) if match else (0, 0, 0, 0)


def _envelope(folder: mailbox.Maildir, key: str) -> Envelope | None:
    """Return the envelope, or None if the file was deleted since the listing was read."""
    # A letter never changes, so what was read once is remembered for the next look at the list.
    if key in _read_before:
        return _read_before[key]
    try:
        with folder.get_file(key) as file:
            head = file.read(_LONGEST_HEAD)
    except (KeyError, FileNotFoundError):
        return None
    if len(_read_before) >= 2 * READ_AT_MOST:
        _read_before.clear()
    envelope = _read_before[key] = _envelope_of(key, _HEADS.parsebytes(head))
    return envelope


def _envelope_of(key: str, message: Message) -> Envelope:
    second, microsecond, *_ = _order(key)
    addressed = getaddresses([str(value) for value in message.get_all("To", [])])
    return Envelope(
        key=key,
        subject=str(message["Subject"] or ""),
        recipients=tuple(address for _, address in addressed),
        kept_at=datetime.fromtimestamp(second, UTC).replace(microsecond=microsecond),
    )


def _content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""
