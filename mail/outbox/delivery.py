"""The way of one letter: claimed by one worker, admitted, built, sent, settled.

Nothing is sent inside a transaction. Each change of status is a single UPDATE that names the
status it expects, so two workers with the same letter cannot both have it, on any database.
"""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from lib.statements import update
from mail.addresses import redacted_address
from mail.models import DeliveryEvent, Letter
from mail.outbox.admission import reason_to_drop, room_at, wishes_about
from mail.outbox.remedies import Diagnosis, Remedy, delay, diagnose
from mail.registry import builder_of
from mail.reports.events import Report, adopt, provider_reports, record
from mail.sending.messages import send
from mail.signals import delivery_trouble, letter_arrived
from mail.sql import CLAIM_LETTER

log = structlog.get_logger(__name__)

GIVE_UP_AFTER = timedelta(days=2)
"""How long a letter is tried while its server is away or asks to wait."""

FAULT_LIMIT = 4
"""How often a letter may break its builder or its worker before it is put aside."""


def deliver(pk: int) -> None:
    """Send this letter, unless it is not due, is settled, or another worker has it."""
    letter = claim(pk)
    if letter is None:
        return
    try:
        now = timezone.now()
        if reason := reason_to_drop(letter, now=now):
            _drop(letter, reason)
            return
        wishes = wishes_about(letter)
        if wishes.are_daily and _fold(letter):
            return
        if wishes.wait_until and wishes.wait_until > now:
            _hold(letter, wishes.wait_until)
            return
        if until := room_at(letter, now=now):
            _hold(letter, until, reason=Letter.Reason.LIMIT)
            return
        draft = builder_of(letter.kind)(letter.data)
        if draft is None:
            _drop(letter, Letter.Reason.UNTRUE)
            return
        letter.provider_id = send(letter, draft)[:255]
    except Exception as error:
        if put_back(letter, error) is Remedy.INVESTIGATE:
            raise
        return
    # Even if another worker has claimed it meanwhile: it has left, and the row must say so.
    letter.sent_at = sent_at = timezone.now()
    letter.status, letter.last_error = Letter.Status.SENT, ""
    update(letter, ["status", "sent_at", "provider_id", "last_error"])
    if letter.provider_id:
        adopt(letter)
    log.info("letter_sent", letter=letter.pk, kind=letter.kind, to=redacted_address(letter.to))
    if not provider_reports():
        letter_arrived.send(Letter, letter=letter, at=sent_at, source=draft.source)


def claim(pk: int) -> Letter | None:
    """Return the letter if it is due and now ours alone."""
    now = timezone.now()
    row = CLAIM_LETTER.first(Letter.Status.SENDING, now, pk, Letter.Status.WAITING, now)
    return row.letter if row else None


def put_back(letter: Letter, error: Exception) -> Remedy:
    """Let a letter that was not sent wait for its next attempt, or give it up; return which."""
    diagnosis = diagnose(error)
    faults = letter.faults + (diagnosis.remedy is Remedy.INVESTIGATE)
    now = timezone.now()
    hopeless = (
        diagnosis.remedy is Remedy.GIVE_UP
        or faults >= FAULT_LIMIT
        or now - (letter.not_before or letter.created_at) > GIVE_UP_AFTER
    )
    last_error = f"{type(error).__name__}: {diagnosis.sentence}"
    if hopeless:
        with transaction.atomic():
            _settle(letter, status=Letter.Status.FAILED, faults=faults, last_error=last_error)
            _tell_of_failure(letter, diagnosis, now)
    else:
        _settle(
            letter,
            status=Letter.Status.WAITING,
            faults=faults,
            next_attempt_at=now
            + delay(diagnosis.remedy, letter.attempts, asked=diagnosis.asked_wait),
            handed_at=None,
            last_error=last_error,
        )
    log.warning(
        "letter_given_up" if hopeless else "letter_put_back",
        letter=letter.pk,
        kind=letter.kind,
        to=redacted_address(letter.to),
        attempts=letter.attempts,
        error=last_error,
    )
    return diagnosis.remedy


def _drop(letter: Letter, reason: str) -> None:
    """Settle a letter that will never be sent, and say so if its reader should have got it."""
    with transaction.atomic():
        _settle(letter, status=letter.status_unsent, reason=reason, last_error="")
        if reason == Letter.Reason.SUPPRESSED:
            delivery_trouble.send(Letter, address=letter.to, letter=letter, reason="suppressed")
    what = "letter_dropped" if letter.may_have_left_at is None else "letter_may_have_left"
    log.info(what, letter=letter.pk, kind=letter.kind, reason=str(reason))


def _fold(letter: Letter) -> bool:
    """Return whether the letter was left to the daily one."""
    # Its reader may choose single letters again at this moment: then we see that here, or the
    # service that writes that choice finds the letter folded (`mail.services.unfold`).
    with transaction.atomic():
        if not wishes_about(letter).are_daily:
            return False
        _drop(letter, Letter.Reason.FOLDED)
    return True


def _hold(letter: Letter, until: datetime, *, reason: str = "") -> None:
    """Let the letter wait for a time that suits its reader or our provider; it was no attempt."""
    _settle(
        letter,
        status=Letter.Status.WAITING,
        attempts=letter.attempts - 1,
        not_before=until,
        next_attempt_at=until,
        handed_at=None,
        reason=reason,
    )


def _tell_of_failure(letter: Letter, diagnosis: Diagnosis, now: datetime) -> None:
    """Count a refused recipient as a bounce; of any other failure only tell the other rooms."""
    if not diagnosis.is_bounce:
        delivery_trouble.send(Letter, address=letter.to, letter=letter, reason="failed")
        return
    record(
        Report(
            key=f"refusal:{letter.token}:{letter.attempts}",
            provider="refusal",
            kind=DeliveryEvent.Kind.BOUNCED,
            happened_at=now,
            address=letter.to,
            token=letter.token,
            reason="bounced",
            is_final=True,
        )
    )


def _settle(letter: Letter, **changes: object) -> None:
    """Write the outcome of our own claim; a claim that has passed to another is left alone."""
    Letter.objects.filter(
        pk=letter.pk, status=Letter.Status.SENDING, claimed_at=letter.claimed_at
    ).update(**changes)
