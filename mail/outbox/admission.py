"""Whether a letter may leave: asked at the moment of sending, when all wishes are known.

A provider of ordinary mailboxes locks out a sender of too many letters, often for a day. So letters
above the limit wait. The last tenth is kept for letters that somebody waits for just now.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings

from mail.models import Letter
from mail.registry import MUTED, Wishes, kind_of, kinds_asked_for, objections_to, wishes_of

TRIES_A_DAY = 3
"""How many letters that were asked for go to an address that takes none."""

A_DAY = timedelta(days=1)

LOOK_AGAIN_AFTER = timedelta(minutes=10)
"""However soon there is room for one, all that wait would ask for it."""


def reason_to_drop(letter: Letter, *, now: datetime) -> str:
    """Return why the letter must not be sent at all, or nothing."""
    kind = kind_of(letter.kind)
    objections = objections_to(address=letter.to, kind=letter.kind, topic=letter.topic)
    was_muted = objections.pop(MUTED, None)
    if was_muted and kind.can_be_muted:
        return Letter.Reason.MUTED
    suppressed_since = max(objections.values(), default=None)
    if suppressed_since and not (kind.asked_for and _may_be_tried(letter, suppressed_since, now)):
        return Letter.Reason.SUPPRESSED
    return ""


def wishes_about(letter: Letter) -> Wishes:
    """Return the wishes of its reader; within a transaction the answer holds until its end."""
    kind = kind_of(letter.kind)
    if kind.asked_for:
        return Wishes()
    wishes = wishes_of(letter.to)
    return wishes if kind.can_be_folded else replace(wishes, are_daily=False)


def _may_be_tried(letter: Letter, suppressed_since: datetime, now: datetime) -> bool:
    tried = Letter.objects.filter(
        to=letter.to,
        kind__in=kinds_asked_for(),
        sent_at__gt=max(suppressed_since, now - timedelta(days=1)),
    )
    return tried.count() < TRIES_A_DAY


def room_at(letter: Letter, *, now: datetime) -> datetime | None:
    """Return when there may be room for this claimed letter, or None: now. The oldest go first."""
    if not settings.MAIL_DAILY_MOST:
        return None
    before_us = Letter.objects.filter(status=Letter.Status.SENDING, pk__lt=letter.pk).count()
    place = _limit(letter) - before_us
    if place > 0:
        sent = Letter.objects.filter(sent_at__gt=now - A_DAY).order_by("-sent_at")
        # There is room as soon as the last letter that fits leaves the day.
        last = sent.values_list("sent_at", flat=True)[place - 1 : place].first()
        if last is None:
            return None
        return max(last + A_DAY, now + LOOK_AGAIN_AFTER)
    return now + LOOK_AGAIN_AFTER


def _limit(letter: Letter) -> int:
    most: int = settings.MAIL_DAILY_MOST
    return most if kind_of(letter.kind).is_awaited else most - (most + 9) // 10
