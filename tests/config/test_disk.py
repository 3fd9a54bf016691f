"""Operators learn how much room there is before the disk is full."""

import random
from collections import namedtuple
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.monitoring import findings
from mail.models import InboundMail
from support.status.figures import disk_use
from support.status.in_words import bulletin

Usage = namedtuple("Usage", "total used free")
GIB = 1024**3


def keep_mail(*, size: int, count: int) -> None:
    for number in range(count):
        # Random bytes: others are compressed where they are stored.
        raw = random.Random(number).randbytes(size)
        InboundMail.objects.create(
            way="smtp", digest=str(number), family="game", about="x", raw=raw
        )


def with_disk(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    def usage(path: Any) -> Usage:
        return Usage(100 * GIB, (100 - free) * GIB, free * GIB)

    monkeypatch.setattr("shutil.disk_usage", usage)


def test_it_tells_what_mail_takes_by_one_query_however_much_there_is(db: None) -> None:
    before = disk_use()
    keep_mail(size=100_000, count=10)
    with CaptureQueriesContext(connection) as asked:
        after = disk_use()
    assert len(asked) == 1
    assert 1_000_000 <= after.raw_mail - before.raw_mail <= 1_500_000
    assert after.database - before.database >= 900_000
    assert after.database >= after.raw_mail


@pytest.mark.parametrize(("free", "grade"), [(5, "warning"), (50, "ok")])
def test_the_doctor_warns_of_a_disk_that_is_nearly_full(
    db: None, monkeypatch: pytest.MonkeyPatch, free: int, grade: str
) -> None:
    with_disk(monkeypatch, free)
    assert findings.disk_finding().grade == grade


@pytest.mark.parametrize(("free", "is_fine"), [(5, False), (50, True)])
def test_the_admin_tells_operators_of_the_disk(
    olga: User, monkeypatch: pytest.MonkeyPatch, free: int, is_fine: bool
) -> None:
    with_disk(monkeypatch, free)
    [line] = [line for line in bulletin(olga) if line.name == "disk"]
    assert line.sentence.startswith(f"{free}.0 GB free of 100.0 GB on the disk; the database takes")
    assert (line.is_fine, "INBOUND_KEEP_DAYS" in line.sentence) == (is_fine, not is_fine)
