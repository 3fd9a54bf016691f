"""Posts the daily letters that are due: found by index, posted once, due again the next day.

A task of Celery calls it.

A bounded number of people at a time, each batch in a transaction of its own and with `SKIP
LOCKED`: any number of workers share the work. A sweep that comes hours late posts one letter, not
several: the next one is due at the person's next time of day from then on.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.local_time.hours import next_digest
from accounts.models import User
from duel.models import Seat
from duel.notices.kinds import DIGEST
from mail.services import cancel_waiting_letters, post

logger = structlog.get_logger(__name__)

BATCH = 200
BATCHES = 50

SET_ASIDE = timedelta(days=1)
"""A person whose clock cannot be read is left alone for this time, so that others get theirs."""


def sweep_digests() -> int:
    """Return to how many people a daily letter was posted; what is left over, the next one finds.

    It still says nothing about games: what waits for its reader is asked when it is built.
    """
    now = timezone.now()
    posted = 0
    for _ in range(BATCHES):
        seen, told = _post_batch(now)
        posted += told
        if seen < BATCH:
            break
    return posted


def people_due(now: datetime) -> QuerySet[User]:
    """Return those whose daily letter is due, the longest due first."""
    due = User.objects.filter(digest_due_at__isnull=False, digest_due_at__lte=now)
    return due.order_by("digest_due_at")


@transaction.atomic
def _post_batch(now: datetime) -> tuple[int, int]:
    """Return how many people were seen to, and how many of them are written to."""
    people = list(people_due(now).select_for_update(skip_locked=True, no_key=True)[:BATCH])
    waited_for = set(
        Seat.objects.filter(user__in=people, is_to_move=True).values_list("user", flat=True)
    )
    readers = [person for person in people if person.is_active and person.pk in waited_for]
    # Yesterday's may have waited until now: one is enough.
    cancel_waiting_letters(kind=DIGEST, to=[person.email for person in readers])
    for person in readers:
        post(kind=DIGEST, to=person.email, key=_key(person), data={"person": person.pk})
    for person in people:
        person.digest_due_at = _next_due(person, now)
    User.objects.bulk_update(people, ["digest_due_at"])
    return len(people), len(readers)


def _key(person: User) -> str:
    """Return what makes a daily letter the only one of its day.

    With the zone: a person who flies around the world may have the same date twice, a day apart.
    """
    assert person.digest_due_at is not None  # noqa: S101 (it was due)
    zone = person.time_zone
    try:
        day = person.digest_due_at.astimezone(ZoneInfo(zone)).date()
    except (ZoneInfoNotFoundError, ValueError):
        day = person.digest_due_at.date()
    return f"{DIGEST}:{person.pk}:{day.isoformat()}:{zone}"


def _next_due(person: User, now: datetime) -> datetime:
    try:
        return next_digest(person, now=now)
    except (ZoneInfoNotFoundError, ValueError):
        logger.exception("digest_cannot_be_scheduled", person=person.pk)
        return now + SET_ASIDE
