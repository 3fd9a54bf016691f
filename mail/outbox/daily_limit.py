"""How many letters may leave in a day, where one ordinary mailbox carries them all.

Whoever sends more than their provider allows is locked out, often for a day and for everything. So
what is above the limit waits. The last tenth is kept for letters that somebody waits for just now.
"""

from datetime import datetime, timedelta

from django.conf import settings

from mail.models import Letter
from mail.registry import kind_of

A_DAY = timedelta(days=1)

LOOK_AGAIN_AFTER = timedelta(minutes=10)
"""However soon there is room for one, all that wait would ask for it."""


def room_at(letter: Letter, *, now: datetime) -> datetime | None:
    """Return when there may be room for this letter, or None if it may leave now.

    The letter is claimed already. Of several that are being sent at once, the oldest go first.
    """
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
