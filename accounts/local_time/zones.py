"""Time zones by city and continent: the names of today in `zone.tab`; older ones stay valid."""

import importlib.resources
import zoneinfo
from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from pathlib import Path

from django.utils.translation import get_language

from accounts.local_time.cities import area_name, city_name

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


Choices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def time_zone_choices() -> Choices:
    """Return the groups of a select: under each area its cities, in the active language."""
    return _choices(get_language())


@cache
def _choices(language: str | None) -> Choices:
    groups = [
        (
            area_name(area),
            tuple(sorted(((zone, city_of(zone)) for zone in _zones(area)), key=itemgetter(1))),
        )
        for area in _AREAS
    ]
    return (("UTC", (("UTC", "UTC"),)), *groups)


def is_time_zone(name: str) -> bool:
    """Return whether the IANA database knows the name, as one of today or as an older one."""
    return name in _known()


def is_offered(name: str) -> bool:
    """Return whether the name is among the choices."""
    return name == "UTC" or any(name in _zones(area) for area in _AREAS)


def _zones(area: str) -> list[str]:
    return [name for name in _places() if name.startswith(f"{area}/")]


@cache
def _known() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


@cache
def _places() -> frozenset[str]:
    """Return the zones of the table of places, or all that there are on a machine without it."""
    return _known() & frozenset(_names_in(_table())) or _known()


def _table() -> str:
    """Return the table of places, from the machine or from the package `tzdata`."""
    for folder in zoneinfo.TZPATH:
        table = Path(folder, "zone.tab")
        if table.is_file():
            return table.read_text(encoding="utf-8")
    try:
        return (importlib.resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return ""


def _names_in(table: str) -> Iterable[str]:
    """Return the names in a table with a line for each: country, coordinates, name, remarks."""
    lines = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return [columns[2] for columns in lines if len(columns) > 2]


def city_of(name: str) -> str:
    """Return `Indianapolis (Indiana)` for America/Indiana/Indianapolis; a mere name as it is."""
    *between, city = name.replace("_", " ").split("/")
    city = city_name(city)
    return f"{city} ({', '.join(between[1:])})" if between[1:] else city
