"""Moments and lengths of time as people read them."""

from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.utils import formats, timezone, translation
from django.utils.translation import gettext, ngettext

from accounts.local_time.cities import city_name
from accounts.models import User
from duel.words.terms import DAY, HOUR
from duel.words.time_controls import duration


def moment(at: datetime) -> str:
    """Return a moment by the clock of whoever is spoken to, as in “2 Nov. 2026, 09:05”."""
    return _in_its_case(formats.date_format(timezone.localtime(at), gettext("j N Y, H:i")))


def span(time: timedelta) -> str:
    """Return a length of time roughly: whole hours beyond a day, else whole minutes."""
    seconds = max(0, int(time.total_seconds()))
    return duration(seconds - seconds % (HOUR if seconds >= DAY else 60))


def by_the_clock_in(zone: tzinfo, at: datetime) -> str:
    """Return a moment in the active language, as in “Thursday 19 November, 21:05 (Rome)”."""
    local = timezone.localtime(at, zone)
    place = city_name(str(zone).rpartition("/")[2].replace("_", " "))
    day_and_time = _in_its_case(formats.date_format(local, gettext("l j F, H:i")))
    return f"{day_and_time} ({place})"


def _in_its_case(date: str) -> str:
    """Return the date as its language writes it: only English gives days and months a capital."""
    return date if translation.get_language() == "en" else date.lower()


def by_the_clock_of(reader: User, at: datetime) -> str:
    """Return a moment in the active language, by the reader's clock."""
    return by_the_clock_in(ZoneInfo(reader.time_zone), at)


def unsend_words(seconds: int) -> str:
    """Return it as in “5 minutes”; nothing if letters leave at once."""
    if not seconds:
        return ""
    if seconds % 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    minutes = seconds // 60
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
