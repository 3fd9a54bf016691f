"""What to do about a letter that could not be sent: the errors sorted by that question.

A sentence here names the kind of trouble and its code, never a server's own words: those may
quote an address or a link.
"""

import enum
import mailbox
import re
import smtplib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime

from anymail.exceptions import (
    AnymailAPIError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailSerializationError,
    AnymailUnsupportedFeature,
)
from celery.exceptions import SoftTimeLimitExceeded
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import BadHeaderError
from django.db import InterfaceError, OperationalError
from django.utils import timezone


class Remedy(enum.Enum):
    """What helps."""

    RETRY_SOON = "retry soon"  # something is away and may be back in a moment
    RETRY_LATER = "retry later"  # somebody asks us to wait, or an operator has to act
    GIVE_UP = "give up"  # the same letter will be refused again
    INVESTIGATE = "investigate"  # nobody foresaw this: a few tries, and the error is raised


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A remedy, and the sentence that an operator reads."""

    remedy: Remedy
    sentence: str
    is_bounce: bool = False
    """Whether it is the recipient who is refused for good: the address takes no letters."""
    asked_wait: timedelta = timedelta(0)
    """How long the provider asks us to wait before the next attempt."""


_FIRST_DELAY = {
    Remedy.RETRY_SOON: timedelta(seconds=15),
    Remedy.RETRY_LATER: timedelta(minutes=5),
    Remedy.INVESTIGATE: timedelta(minutes=1),
}
LONGEST_DELAY = timedelta(hours=1)
LONGEST_ASKED = timedelta(hours=12)
"""A provider that asks for a longer wait is asked again after this."""

# RFC 3463: X.7.X is a matter of policy towards the sender, it says nothing of the recipient.
_ABOUT_US = re.compile(rb"\s*5\.7\.")


def delay(remedy: Remedy, attempts: int, *, asked: timedelta = timedelta(0)) -> timedelta:
    """Return how long to wait: doubled each time, up to an hour; longer if the provider asks so."""
    doublings = min(max(attempts - 1, 0), 12)
    ours = min(_FIRST_DELAY[remedy] * (1 << doublings), LONGEST_DELAY)
    return max(ours, min(asked, LONGEST_ASKED))


def diagnose(error: Exception) -> Diagnosis:
    """Return what to do about an error of building or sending."""
    match error:
        case SoftTimeLimitExceeded():
            return Diagnosis(Remedy.RETRY_SOON, "Sending took too long.")
        case smtplib.SMTPException():
            return _diagnose_smtp(error)
        case AnymailAPIError():
            status, retry_after = _answer_of(error)
            return _diagnose_api(status, _asked_wait(retry_after))
        case AnymailRecipientsRefused():
            sentence = "The provider refused the recipient."
            return Diagnosis(Remedy.GIVE_UP, sentence, is_bounce=True)
        case AnymailInvalidAddress() | AnymailSerializationError() | AnymailUnsupportedFeature():
            return Diagnosis(Remedy.GIVE_UP, "The provider cannot send a letter like this.")
        case BadHeaderError() | UnicodeError():
            return Diagnosis(Remedy.GIVE_UP, "An address or header cannot be written in a letter.")
        case ImproperlyConfigured():
            return Diagnosis(Remedy.RETRY_LATER, "The way of sending is not set up right.")
        case OperationalError() | InterfaceError():
            return Diagnosis(Remedy.RETRY_SOON, "The database was away.")
        case MailboxWriteError():
            return Diagnosis(Remedy.RETRY_SOON, "The mailbox folder could not be written.")
        case OSError():
            return Diagnosis(Remedy.RETRY_SOON, "The mail server could not be reached.")
        case _:
            return Diagnosis(Remedy.INVESTIGATE, "This error was not foreseen; the log has it.")


class MailboxWriteError(OSError, mailbox.Error):
    """The embedded mailbox cannot keep a letter: a full disk, a folder without permission."""


class NothingSentError(smtplib.SMTPException):
    """The way of sending returned without an error, but sent nothing."""


def _diagnose_smtp(error: smtplib.SMTPException) -> Diagnosis:
    """Follow the reply code; what only an operator can mend is tried again later."""
    match error:
        case smtplib.SMTPServerDisconnected():
            return Diagnosis(Remedy.RETRY_SOON, "The mail server hung up or did not answer.")
        case smtplib.SMTPAuthenticationError(smtp_code=code):
            return Diagnosis(Remedy.RETRY_LATER, f"The mail server refused our password ({code}).")
        case smtplib.SMTPSenderRefused(smtp_code=code):
            return Diagnosis(Remedy.RETRY_LATER, f"The mail server refused the sender ({code}).")
        case smtplib.SMTPRecipientsRefused():
            code, answer = max(error.recipients.values(), default=(0, b""))
            sentence = f"The mail server refused the recipient ({code})."
            if code < 500:
                return Diagnosis(Remedy.RETRY_LATER, sentence)
            return Diagnosis(Remedy.GIVE_UP, sentence, is_bounce=not _ABOUT_US.match(answer))
        case smtplib.SMTPConnectError(smtp_code=code) | smtplib.SMTPHeloError(smtp_code=code):
            remedy = Remedy.RETRY_LATER if code >= 500 else Remedy.RETRY_SOON
            return Diagnosis(remedy, f"The mail server does not talk to us ({code}).")
        case smtplib.SMTPResponseException(smtp_code=code) if code >= 500:
            return Diagnosis(Remedy.GIVE_UP, f"The mail server refused the letter ({code}).")
        case smtplib.SMTPResponseException(smtp_code=code):
            return Diagnosis(Remedy.RETRY_LATER, f"The mail server asks us to wait ({code}).")
        case _:
            return Diagnosis(Remedy.RETRY_LATER, "The mail server cannot do what we ask of it.")


def _answer_of(error: AnymailAPIError) -> tuple[int | None, str]:
    """Return the HTTP status of the provider's answer, and how long it says to wait, if known."""
    # Amazon's library has read its answer into a mapping.
    answer = error.response
    if isinstance(answer, Mapping):
        facts = answer.get("ResponseMetadata", {})
        return facts.get("HTTPStatusCode"), facts.get("HTTPHeaders", {}).get("retry-after", "")
    return error.status_code, answer.headers.get("Retry-After", "") if answer is not None else ""


def _diagnose_api(status: int | None, asked_wait: timedelta) -> Diagnosis:
    """Follow the HTTP status of a provider's answer; without one it was not reached."""
    if status is None:
        return Diagnosis(Remedy.RETRY_SOON, "The provider could not be reached.")
    if status >= 500 or status in (408, 409, 425):
        sentence = f"The provider has trouble of its own ({status})."
        return Diagnosis(Remedy.RETRY_SOON, sentence, asked_wait=asked_wait)
    if status == 429:
        sentence = f"The provider asks us to wait ({status})."
        return Diagnosis(Remedy.RETRY_LATER, sentence, asked_wait=asked_wait)
    if status in (401, 402, 403, 404):
        return Diagnosis(Remedy.RETRY_LATER, f"The provider does not know our account ({status}).")
    return Diagnosis(Remedy.GIVE_UP, f"The provider refused the letter ({status}).")


def _asked_wait(retry_after: str) -> timedelta:
    """Return how long the header asks to wait: it names seconds, or a date (RFC 9110, 10.2.3)."""
    words = retry_after.strip()
    if words.isascii() and words.isdecimal():
        return timedelta(seconds=int(words[:9]))
    try:
        until = parsedate_to_datetime(words)
    except ValueError:
        return timedelta(0)
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(until - timezone.now(), timedelta(0))
