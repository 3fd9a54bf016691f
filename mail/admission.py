"""Whether a letter may leave: asked at the moment of sending, when all wishes are known."""

from datetime import datetime, timedelta

from mail.models import Letter, Suppression
from mail.mutes import is_muted
from mail.registry import has_daily_letter, held_until, kind_of, kinds_asked_for
from mail.suppression import suppression_of

TRIES_A_DAY = 3
"""How many letters that were asked for go to an address that takes none."""


def reason_to_drop(letter: Letter, *, now: datetime) -> str:
    """Return why the letter must not be sent at all, or nothing."""
    kind = kind_of(letter.kind)
    if kind.can_be_muted and is_muted(address=letter.to, kind=letter.kind, topic=letter.topic):
        return Letter.Reason.MUTED
    suppression = suppression_of(letter.to)
    if suppression and not (kind.asked_for and _may_be_tried(letter, suppression, now)):
        return Letter.Reason.SUPPRESSED
    return ""


def is_told_daily(letter: Letter) -> bool:
    """Return whether the reader's daily letter says what this one would.

    Within a transaction the answer holds until its end.
    """
    return kind_of(letter.kind).can_be_folded and has_daily_letter(letter.to)


def time_to_wait_for(letter: Letter, *, now: datetime) -> datetime | None:
    """Return when the letter may leave, if its reader does not want it now."""
    if kind_of(letter.kind).asked_for:
        return None
    until = held_until(letter.to)
    return until if until and until > now else None


def _may_be_tried(letter: Letter, suppression: Suppression, now: datetime) -> bool:
    tried = Letter.objects.filter(
        to=letter.to,
        kind__in=kinds_asked_for(),
        sent_at__gt=max(suppression.since, now - timedelta(days=1)),
    )
    return tried.count() < TRIES_A_DAY
