"""Polls an IMAP mailbox for replies, for a club that runs no mail server of its own.

Replies are marked as seen once they are rows of ours; other mail is left alone. The last number
read is kept, so nothing is fetched twice, and a reply that somebody has opened is found as well.
"""

import contextlib
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import gettempdir
from threading import Event
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils import timezone
from imapclient import FLAGGED, SEEN, IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, IMAPClientAbortError, IMAPClientError, LoginError

from mail.inbound.door.headers import Headers
from mail.inbound.door.keys import targets_of
from mail.inbound.heartbeats import IMAP, beat, tell_trouble
from mail.inbound.receipt import Result, receive
from mail.models import InboundMail, PolledFolder

log = structlog.get_logger(__name__)

PATIENCE = SocketTimeout(connect=15, read=60)
"""Seconds for a connection, and for each answer."""

_OLDEST = datetime(2000, 1, 1, tzinfo=UTC)
"""A server that says so does not know when a mail came."""

LONGEST_WAIT = timedelta(minutes=5)

SEEN_AT_WORK = Path(gettempdir(), "duelpost-pollmail")
"""Touched at each look, for containers to know that the process does its work."""


class PollTrouble(Exception):
    """The mailbox was not polled; the sentence says why, without words of the server."""


def poll() -> int:
    """Return how many replies were taken from the mailbox; raise PollTrouble if not all were."""
    begun = timezone.now()
    with _explain_errors(), _sign_in() as mailbox:
        folder, end = _select_folder(mailbox)
        taken, failed = 0, 0
        for uid in _new_uids(mailbox, folder):
            try:
                taken += _take(mailbox, uid)
            except (DatabaseError, InterfaceError, IMAPClientError, OSError):
                raise
            except Exception:
                # One mail that breaks us must not keep the others out.
                log.exception("mail_not_received", uid=uid)
                failed += 1
            if not failed:
                _mark_looked_up_to(folder, uid)
        if failed:
            raise PollTrouble(f"Mails that could not be received: {failed}. The log tells why.")
        _mark_looked_up_to(folder, end)
    beat(IMAP, at=begun)
    return taken


def _take(mailbox: Any, uid: int) -> bool:
    """Return whether this mail is a reply, which is a row of ours then and marked as seen."""
    facts = mailbox.fetch([uid], ["RFC822.SIZE", "INTERNALDATE"]).get(uid)
    if facts is None:  # somebody deleted it meanwhile
        return False
    size = facts.get(b"RFC822.SIZE", 0)
    if size > settings.INBOUND_MOST_BYTES:
        _leave(mailbox, uid, size)
        return False
    raw = mailbox.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}).get(b"BODY[]")
    if raw is None:
        return False
    receipt = receive(
        bytes(raw),
        recipients=[],
        way=InboundMail.Way.IMAP,
        received_at=_moment(facts.get(b"INTERNALDATE")),
    )
    if receipt.result is Result.TOO_MUCH:  # nobody can be told to come again: a person may look
        mailbox.add_flags([uid], [SEEN, FLAGGED], silent=True)
    if not receipt.is_ours:
        return False
    mailbox.add_flags([uid], [SEEN], silent=True)
    return True


def _leave(mailbox: Any, uid: int, size: int) -> None:
    """Mark a mail that is too large for a person to look at, if it is a reply; never fetch it."""
    head = mailbox.fetch([uid], ["BODY.PEEK[HEADER]"]).get(uid, {}).get(b"BODY[HEADER]") or b""
    is_ours = bool(targets_of(bytes(head), Headers(bytes(head)), []))
    log.warning("mail_too_large", way="imap", uid=uid, size=size, is_ours=is_ours)
    if is_ours:
        mailbox.add_flags([uid], [SEEN, FLAGGED], silent=True)


def _moment(received_at: datetime | None) -> datetime:
    """Return when the server got the mail; now, if it does not say, or names a time to come."""
    now = timezone.now()
    return received_at if received_at is not None and _OLDEST < received_at < now else now


def _new_uids(mailbox: Any, folder: PolledFolder) -> list[int]:
    """Return the numbers of new mails; in a new or renumbered folder, of the unseen ones."""
    if not folder.last_uid:
        return sorted(mailbox.search("UNSEEN"))
    # The last mail is always among what a range up to * brings.
    found = mailbox.search(["UID", f"{folder.last_uid + 1}:*"])
    return sorted(uid for uid in found if uid > folder.last_uid)


def _mark_looked_up_to(folder: PolledFolder, uid: int) -> None:
    if uid > folder.last_uid:
        folder.last_uid = uid
        folder.save(update_fields=["last_uid"])


def _select_folder(mailbox: Any) -> tuple[PolledFolder, int]:
    """Open the folder; return how far it was read, and its highest number, or 0."""
    try:
        state = mailbox.select_folder(settings.IMAP_FOLDER)
    except IMAPClientAbortError:
        raise
    except IMAPClientError as error:
        sentence = f"The mailbox has no folder {settings.IMAP_FOLDER}: see IMAP_FOLDER."
        raise PollTrouble(sentence) from error
    validity = state.get(b"UIDVALIDITY", 0)
    name = f"{settings.IMAP_USER}@{settings.IMAP_HOST}/{settings.IMAP_FOLDER}"
    folder, _ = PolledFolder.objects.get_or_create(name=name, defaults={"uid_validity": validity})
    if folder.uid_validity != validity:
        folder.uid_validity, folder.last_uid = validity, 0
        folder.save(update_fields=["uid_validity", "last_uid"])
    return folder, state.get(b"UIDNEXT", 1) - 1


@contextlib.contextmanager
def _sign_in() -> Iterator[Any]:
    """Yield a connection to the server that knows who we are, and say goodbye afterwards."""
    secure = settings.IMAP_SECURITY == "tls"
    with IMAPClient(
        settings.IMAP_HOST, settings.IMAP_PORT, ssl=secure, timeout=PATIENCE
    ) as mailbox:
        mailbox.normalise_times = False  # moments with their time zone
        if settings.IMAP_SECURITY == "starttls":
            mailbox.starttls(ssl.create_default_context())
        if mailbox.has_capability("AUTH=PLAIN"):  # takes passwords in any script
            mailbox.plain_login(settings.IMAP_USER, settings.IMAP_PASSWORD)
        else:
            mailbox.login(settings.IMAP_USER, settings.IMAP_PASSWORD)
        yield mailbox


@contextlib.contextmanager
def _explain_errors() -> Iterator[None]:
    """Let what is wrong with server, mailbox or database be a PollTrouble."""
    try:
        yield
    except (OSError, UnicodeError, IMAPClientError) as error:
        raise PollTrouble(f"The IMAP server {settings.IMAP_HOST} {_in_words(error)}") from error
    except (DatabaseError, InterfaceError) as error:
        raise PollTrouble("The database was away.") from error


def _in_words(error: Exception) -> str:
    if isinstance(error, LoginError) and isinstance(error.__context__, IMAPClientAbortError):
        error = error.__context__  # the library takes any end of a login for a refusal
    match error:
        case CapabilityError():
            return "does not know STARTTLS: see IMAP_SECURITY."
        case LoginError():
            return "refused the user or the password: see IMAP_USER, IMAP_PASSWORD."
        case ssl.SSLCertVerificationError():
            return "shows a certificate that is not good."
        case TimeoutError():
            return "did not answer in time."
        case IMAPClientAbortError():
            return "hung up."
        case OSError():
            return "cannot be reached: see IMAP_HOST, IMAP_PORT, IMAP_SECURITY."
        case UnicodeError():
            return "takes only ASCII in user and password."
        case _:
            return "answered in a way that is not understood."


def watch(stop: Event) -> None:
    """Poll until somebody asks to stop. Whatever is wrong is told, and it is tried again."""
    troubles = 0
    while not stop.is_set():
        close_old_connections()
        SEEN_AT_WORK.touch()
        troubles = 0 if poll_and_tell() else troubles + 1
        stop.wait(wait_after(troubles).total_seconds())


def poll_and_tell() -> bool:
    """Return whether the mailbox was looked through; if not, log and heartbeat tell why."""
    try:
        taken = poll()
    except PollTrouble as trouble:
        sentence = str(trouble)
        log.warning("mailbox_not_polled", reason=sentence)
    except Exception:
        # To end here would only mean to be started again.
        log.exception("mailbox_not_polled")
        sentence = "This error was not foreseen; the log has it."
    else:
        if taken:
            log.info("mailbox_polled", taken=taken)
        return True
    with contextlib.suppress(DatabaseError, InterfaceError):  # it may be what is away
        tell_trouble(IMAP, sentence)
    return False


def wait_after(troubles: int) -> timedelta:
    """Return how long to wait after so many polls in a row that failed: longer each time."""
    usual = timedelta(seconds=settings.IMAP_SECONDS)
    return max(usual, min(usual * (1 << min(troubles, 10)), LONGEST_WAIT))
