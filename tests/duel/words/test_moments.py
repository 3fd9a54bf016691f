"""Moments as players read them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from duel.words.naming import by_the_clock_in


@pytest.mark.parametrize(
    ("language", "zone", "words"),
    [
        ("en", "Europe/Rome", "Thursday 19 November, 21:05 (Rome)"),
        ("fr", "Europe/London", "jeudi 19 novembre, 20:05 (Londres)"),
        ("it", "Europe/Rome", "giovedì 19 novembre, 21:05 (Roma)"),
        ("it", "America/New_York", "giovedì 19 novembre, 15:05 (New York)"),
        ("it", "UTC", "giovedì 19 novembre, 20:05 (UTC)"),
    ],
)
def test_a_moment_names_the_city_in_the_readers_language(
    language: str, zone: str, words: str
) -> None:
    with override(language):
        assert by_the_clock_in(ZoneInfo(zone), datetime(2026, 11, 19, 20, 5, tzinfo=UTC)) == words
