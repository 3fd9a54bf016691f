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


@pytest.mark.parametrize("language", ["fr", "it"])
@pytest.mark.parametrize("month", range(1, 13))
def test_only_english_writes_months_and_weekdays_with_capitals(language: str, month: int) -> None:
    at = datetime(2026, month, 1, tzinfo=UTC)  # every weekday is among these
    with translation.override(language):
        written = date_format(at, "l F")
    assert written == written.lower()
    assert written != date_format(at, "l F").lower()  # it is not English either
