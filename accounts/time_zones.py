"""Time zones as people look for them: by city, under the continent."""

import zoneinfo
from functools import cache

_AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def time_zone_choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the groups of a select: under each area its cities.

    Typing "New Y" finds America/New_York, "Indianap" finds America/Indiana/Indianapolis.
    """
    groups = [
        (
            area,
            tuple(sorted(((name, _city(name)) for name in _zones(area)), key=lambda zone: zone[1])),
        )
        for area in _AREAS
    ]
    return (("UTC", (("UTC", "UTC"),)), *groups)


def _zones(area: str) -> list[str]:
    return [name for name in zoneinfo.available_timezones() if name.startswith(f"{area}/")]


def _city(name: str) -> str:
    """Return `Indianapolis (Indiana)` for America/Indiana/Indianapolis."""
    *between, city = name.replace("_", " ").split("/")[1:]
    return f"{city} ({', '.join(between)})" if between else city
