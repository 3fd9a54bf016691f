"""Operators learn how much room there is before the disk is full."""

from collections import namedtuple
from typing import Any

import pytest

from config.monitoring import disk
from mail.models import InboundMail

Usage = namedtuple("Usage", "total used free")


def test_it_counts_the_raw_mail_that_is_kept(db: None) -> None:
    assert disk.kept_mail_bytes() == 0
    for number in range(2):
        InboundMail.objects.create(
            way="smtp", digest=str(number), family="game", about="x", raw=b"x" * 500
        )
    assert disk.kept_mail_bytes() == 1000


@pytest.mark.parametrize(("free", "grade"), [(5, "warning"), (50, "ok")])
def test_the_doctor_warns_of_a_disk_that_is_nearly_full(
    db: None, monkeypatch: pytest.MonkeyPatch, free: int, grade: str
) -> None:
    def usage(path: Any) -> Usage:
        return Usage(100, 100 - free, free)

    monkeypatch.setattr("shutil.disk_usage", usage)
    assert disk.finding().grade == grade
