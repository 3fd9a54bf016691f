"""Whether a letter may leave: asked at the moment of sending, when all wishes are known."""

from dataclasses import replace
from datetime import datetime, timedelta

from mail.models import Letter, Suppression
from mail.mutes import is_muted
from mail.registry import Wishes, kind_of, kinds_asked_for, wishes_of
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


def wishes_about(letter: Letter) -> Wishes:
    """Return how its reader wants to be told what the letter says.

    Within a transaction the answer holds until its end.
    """
    kind = kind_of(letter.kind)
    if kind.asked_for:
        return Wishes()
    wishes = wishes_of(letter.to)
    return wishes if kind.can_be_folded else replace(wishes, are_daily=False)


def _may_be_tried(letter: Letter, suppression: Suppression, now: datetime) -> bool:
    tried = Letter.objects.filter(
        to=letter.to,
        kind__in=kinds_asked_for(),
        sent_at__gt=max(suppression.since, now - timedelta(days=1)),
    )
    return tried.count() < TRIES_A_DAY
