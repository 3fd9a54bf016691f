"""The sweep that posts the daily letters that are due; a task of Celery calls it.

Each batch has its own transaction with `SKIP LOCKED`, so that any number of workers share the work.
A sweep that comes hours late posts one letter: the next is due at the person's next time of day.
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
"""How long a person with an unreadable time zone is left alone, so that others get theirs."""


def sweep_digests() -> int:
    """Return to how many people a daily letter was posted; the next sweep finds what is left."""
    now = timezone.now()
    posted = 0
    for _ in range(BATCHES):
        due, letters = _post_batch(now)
        posted += letters
        if due < BATCH:
            break
    return posted


def people_due(now: datetime) -> QuerySet[User]:
    """Return those whose daily letter is due, the longest due first."""
    due = User.objects.filter(digest_due_at__isnull=False, digest_due_at__lte=now)
    return due.order_by("digest_due_at")


@transaction.atomic
def _post_batch(now: datetime) -> tuple[int, int]:
    """Return how many people were due, and how many letters were posted."""
    people = list(people_due(now).select_for_update(skip_locked=True, no_key=True)[:BATCH])
    to_move = set(
        Seat.objects.filter(user__in=people, is_to_move=True).values_list("user", flat=True)
    )
    readers = [person for person in people if person.is_active and person.pk in to_move]
    # Yesterday's may have waited until now: one is enough.
    cancel_waiting_letters(kind=DIGEST, to=[person.email for person in readers])
    for person in readers:
        post(kind=DIGEST, to=person.email, key=_key(person), data={"person": person.pk})
    for person in people:
        person.digest_due_at = _next_due(person, now)
    User.objects.bulk_update(people, ["digest_due_at"])
    return len(people), len(readers)


def _key(person: User) -> str:
    """Return the key that makes a daily letter the only one of its day in its reader's zone."""
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
