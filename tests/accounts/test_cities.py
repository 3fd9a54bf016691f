"""Cities in the reader's language."""

from django.utils.translation import override

from accounts.local_time.cities import _names
from accounts.local_time.zones import time_zone_choices


def test_a_city_is_offered_by_its_name_in_the_readers_language() -> None:
    with override("it"):
        groups = dict(time_zone_choices())
    assert ("Europe/London", "Londra") in groups["Europa"]
    labels = [label for _, label in groups["Europa"]]
    assert labels == sorted(labels)


def test_every_city_with_a_name_of_its_own_is_one_of_a_time_zone() -> None:
    with override("en"):
        offered = {label for _, group in time_zone_choices() for _, label in group}
    assert set(_names("en")) <= offered
