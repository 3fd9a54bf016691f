"""A mail that came in, read once: claimed, parsed, handed to the reader of its address.

What its reader does and the status of the mail are one transaction, so a mail whose worker was
killed is read once more. After a fault of ours (`FAULTS_OF_OURS`) the mail waits. Any other error
comes from the mail itself: its writer gets an answer, and no clock waits for it.
"""

from datetime import datetime, timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from lib.statements import update
from mail.inbound.parsing.child import ParserFailed, parse_within
from mail.inbound.parsing.parse import ParsedMail
from mail.inbound.registry import Outcome, ReceivedMail, family_named
from mail.models import InboundMail, OutcomeCode
from mail.sql import CLAIM_MAIL, EARLIER_MAIL, LOCK_CLAIMED_MAIL, NEXT_MAIL

log = structlog.get_logger(__name__)

Status = InboundMail.Status

MOST_ATTEMPTS = 4
"""How often a mail may end its worker, or keep it for too long, before it is unreadable."""

FAULTS_OF_OURS = (OperationalError, InterfaceError, OSError, MemoryError, ParserFailed)
"""The database is away, the disk is full, no process starts: errors that no mail can cause."""


BATCH = 100
"""How many mails whose workers ended are given up by one sweep."""

LEASE = timedelta(seconds=30)
"""How long a worker has a mail to itself. One that takes longer only loses its place: who comes
next reads the mail instead."""

_FIRST_DELAY = timedelta(minutes=1)


class NoReader(Exception):
    """Nobody reads mail of this family any more."""


_MAY_PASS = (SoftTimeLimitExceeded, IntegrityError, NoReader)
"""Errors that may be the fault of another worker, or of one with an older version: they are the
mail's only after a few attempts."""


def read_mail(pk: int) -> int | None:
    """Read this mail if it is due, unread and free; return the next mail that has waited for it."""
    mail = claim(pk)
    if mail is None:
        return None
    try:
        # Taken apart outside the transaction: a mail that is slow to read holds up nobody.
        parsed = parse_within(bytes(mail.raw))
        family = family_named(mail.family)
        if family is None:
            raise NoReader(mail.family)
        with transaction.atomic():
            if not _is_still_ours(mail):
                return None
            outcome = family.read(_received_mail(mail, parsed))
            _settle(mail, outcome, parsed)
    except FAULTS_OF_OURS as error:
        _put_back(mail, error, attempts=min(mail.attempts, MOST_ATTEMPTS - 1))
        raise
    except Exception as error:
        if isinstance(error, _MAY_PASS) and mail.attempts < MOST_ATTEMPTS:
            _put_back(mail, error, attempts=mail.attempts)
            raise
        log.exception("mail_broke_its_reader", mail=pk, about=mail.about)
        _give_up(mail, f"{type(error).__name__}: {_NOT_FORESEEN}")
        return _next_after(mail)
    log.info("mail_read", mail=pk, about=mail.about, outcome=outcome.code)
    return _next_after(mail)


def claim(pk: int) -> InboundMail | None:
    """Return the mail if it is due and now ours; the attempt counts even if we are killed."""
    now = timezone.now()
    row = CLAIM_MAIL.first(now + LEASE, pk, Status.WAITING, now, MOST_ATTEMPTS)
    return row.mail if row else None


def delay(attempts: int) -> timedelta:
    """Return how long to wait after this many attempts: four times as long each time."""
    return _FIRST_DELAY * (1 << 2 * max(attempts - 1, 0))


def give_up_abandoned(now: datetime) -> int:
    """Return how many mails were given up whose last worker ended over them."""
    abandoned = InboundMail.objects.filter(
        status=Status.WAITING, attempts__gte=MOST_ATTEMPTS, next_attempt_at__lte=now
    )
    mails = list(abandoned.order_by("pk")[:BATCH])
    for mail in mails:
        _give_up(mail, "WorkerLost: The worker ended while it had this mail.")
    return len(mails)


def _next_after(mail: InboundMail) -> int | None:
    row = NEXT_MAIL.first(mail.about, mail.is_owner, Status.WAITING)
    return row.pk if row else None


def _is_still_ours(mail: InboundMail) -> bool:
    """Lock the mail and return whether nobody else has read or claimed it meanwhile."""
    # A locked row is waited for, not skipped: a worker that came in vain holds it for a moment.
    return bool(LOCK_CLAIMED_MAIL.rows(mail.pk, Status.WAITING, mail.attempts))


def _received_mail(mail: InboundMail, parsed: ParsedMail) -> ReceivedMail:
    return ReceivedMail(
        pk=mail.pk,
        received_at=mail.received_at,
        sender=mail.sender,
        message_id=mail.message_id,
        subject=parsed.subject,
        text=parsed.text,
        about=mail.about,
        facts=mail.data,
        is_owner=mail.is_owner,
        is_authentic=mail.is_authentic,
        path=mail.path,
        repeats=_earlier(mail),
    )


def _earlier(mail: InboundMail) -> int | None:
    """Return the key of the mail that this one repeats, if it does."""
    if not mail.message_id:
        return None
    row = EARLIER_MAIL.first(mail.message_id, mail.about, Status.READ, mail.pk)
    return row.pk if row else None


def _settle(mail: InboundMail, outcome: Outcome, parsed: ParsedMail) -> None:
    reading = outcome.reading | ({"problem": parsed.problem} if parsed.problem else {})
    mail.status, mail.outcome, mail.reading = Status.READ, outcome.code, reading
    mail.read_at, mail.last_error = timezone.now(), ""
    update(mail, ["status", "outcome", "reading", "read_at", "last_error"])


_NOT_FORESEEN = "This error was not foreseen; the log has it."
"""The error's own words may quote the mail: the log has them, the row has its name."""


def _put_back(mail: InboundMail, error: Exception, *, attempts: int) -> None:
    """Let the mail wait for its next attempt, after so many; a lost claim is left alone."""
    InboundMail.objects.filter(pk=mail.pk, status=Status.WAITING, attempts=mail.attempts).update(
        attempts=attempts,
        next_attempt_at=timezone.now() + delay(attempts),
        handed_at=None,
        last_error=f"{type(error).__name__}: {_NOT_FORESEEN}",
    )
    log.warning(
        "mail_put_back",
        mail=mail.pk,
        about=mail.about,
        attempts=mail.attempts,
        error=type(error).__name__,
    )


def _give_up(mail: InboundMail, why: str) -> None:
    """Answer the mail as unreadable, if an answer can be posted; leave a lost claim alone."""
    family = family_named(mail.family)
    with transaction.atomic():
        if not _is_still_ours(mail):
            return
        outcome = Outcome(OutcomeCode.UNREADABLE)
        try:
            with transaction.atomic():
                if family is not None:
                    outcome = family.answer_unreadable(_received_mail(mail, ParsedMail()))
        except FAULTS_OF_OURS:
            raise
        except Exception:
            log.exception("unreadable_mail_not_answered", mail=mail.pk)
        mail.status, mail.outcome, mail.reading = Status.FAILED, outcome.code, outcome.reading
        mail.last_error, mail.handed_at = why, None
        update(mail, ["status", "outcome", "reading", "last_error", "handed_at"])
    log.warning("mail_given_up", mail=mail.pk, about=mail.about, why=why)
