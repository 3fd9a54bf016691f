from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.local_time.hours import next_digest, quiet_length, quiet_until
from accounts.models import User
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.services import post


@dataclass
class Clock:
    time_zone: str = "Europe/Paris"
    quiet_from: time | None = time(22)
    quiet_to: time | None = time(7)
    digest_at: time = time(8)


def utc(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (utc(16, 20, 59), None),
        (utc(16, 21), utc(17, 6)),
        (utc(16, 23, 30), utc(17, 6)),
        (utc(17, 5, 59), utc(17, 6)),
        (utc(17, 6), None),
    ],
)
def test_a_night_reaches_past_midnight(now: datetime, until: datetime | None) -> None:
    assert quiet_until(Clock(), now=now) == until


def test_a_siesta_ends_the_same_day() -> None:
    siesta = Clock(quiet_from=time(12), quiet_to=time(14))
    assert quiet_until(siesta, now=utc(16, 12)) == utc(16, 13)
    assert quiet_until(siesta, now=utc(16, 13)) is None


def test_without_quiet_hours_letters_always_come() -> None:
    assert quiet_until(Clock(quiet_from=None, quiet_to=None), now=utc(16, 0)) is None


def test_the_night_of_summer_time_is_as_long_as_it_is() -> None:
    # On 25 October 2026 the clocks of Paris go back, on 29 March 2026 they go forward.
    assert quiet_until(Clock(), now=utc(24, 22, month=10)) == utc(25, 6, month=10)
    assert quiet_until(Clock(), now=utc(28, 22, month=3)) == utc(29, 5, month=3)


@pytest.mark.parametrize("hour", range(24))
def test_quiet_hours_end_within_twelve_hours_and_not_in_the_past(hour: int) -> None:
    clock = Clock(time_zone="America/St_Johns", quiet_from=time(20), quiet_to=time(8))
    until = quiet_until(clock, now=utc(16, hour))
    assert until is None or utc(16, hour) < until <= utc(16, hour) + timedelta(hours=12)


def test_the_daily_letter_comes_at_the_readers_own_time() -> None:
    tokyo = Clock(time_zone="Asia/Tokyo")
    assert next_digest(tokyo, now=utc(16, 22, 59)) == utc(16, 23)
    assert next_digest(tokyo, now=utc(16, 23)) == utc(17, 23)


def test_a_time_that_does_not_exist_that_night_still_comes_once() -> None:
    early = Clock(digest_at=time(2, 30))
    first = next_digest(early, now=utc(28, 12, month=3))
    assert first == utc(29, 1, 30, month=3)
    assert next_digest(early, now=first) == utc(30, 0, 30, month=3)


def test_the_length_of_a_night() -> None:
    assert quiet_length(time(22), time(7)) == timedelta(hours=9)
    assert quiet_length(time(7), time(7)) == timedelta(0)


@pytest.mark.parametrize(("begin", "end"), [(time(20), time(8, 1)), (time(7), time(7))])
def test_a_day_that_is_too_quiet_is_refused(db: None, begin: time, end: time) -> None:
    with pytest.raises(ValidationError, match="12 hours"):
        User.objects.create_user("ada@duelpost.example", quiet_from=begin, quiet_to=end)


def test_letters_wait_for_the_end_of_the_quiet_hours(ada: User, bruno: User) -> None:
    local = timezone.now().astimezone(ZoneInfo("Asia/Tokyo"))
    ada.time_zone = "Asia/Tokyo"
    ada.quiet_from = (local - timedelta(hours=1)).time()
    ada.quiet_to = (local + timedelta(hours=2)).time()
    ada.save()
    for person in (ada, bruno):
        deliver(post(kind="test", to=person.email, key=person.name, data={}))
    assert [message.to for message in mail.outbox] == [[bruno.email]]
    letter = Letter.objects.get(to=ada.email)
    assert letter.status == Letter.Status.WAITING
    assert abs(letter.next_attempt_at - timezone.now() - timedelta(hours=2)) < timedelta(minutes=1)
