"""Moments and lengths of time as players read them."""

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from django.utils import formats, timezone, translation
from django.utils.translation import gettext, ngettext

from accounts.local_time.cities import city_name
from accounts.models import User


def by_the_clock_in(zone: tzinfo, moment: datetime) -> str:
    """Return a moment in the active language, as in “Thursday 19 November, 21:05 (Rome)”."""
    local = timezone.localtime(moment, zone)
    place = city_name(str(zone).rpartition("/")[2].replace("_", " "))
    day_and_time = formats.date_format(local, gettext("l j F, H:i"))
    if translation.get_language() != "en":  # only English writes days and months with capitals
        day_and_time = day_and_time.lower()
    return f"{day_and_time} ({place})"


def by_the_clock_of(reader: User, moment: datetime) -> str:
    """Return a moment in the active language, by the reader's clock."""
    return by_the_clock_in(ZoneInfo(reader.time_zone), moment)


def unsend_words(seconds: int) -> str:
    """Return it as in “5 minutes”; nothing if letters leave at once."""
    if not seconds:
        return ""
    if seconds % 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    minutes = seconds // 60
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
