from datetime import UTC, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "5 november 2026", "5 november 2026, 09:07"),
        ("fr", "5 novembre 2026", "5 novembre 2026 09:07"),
        ("it", "5 novembre 2026", "5 novembre 2026, 09:07"),
    ],
)
def test_dates_begin_with_the_day_without_a_zero(language: str, day: str, moment: str) -> None:
    at = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
    with translation.override(language):
        assert date_format(at, "DATE_FORMAT").lower() == day
        assert date_format(at, "DATETIME_FORMAT").lower() == moment
