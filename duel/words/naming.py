"""How games, people, moments and lengths of time are named in a sentence; every room calls it."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext, pgettext

from accounts.local_time.cities import city_name
from accounts.models import User
from duel.models import AnyGame

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR


def duration(seconds: int) -> str:
    """Return a length of time exactly, such as “1 day 12 hours”."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    words = []
    if days:
        words.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    if hours:
        words.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    if minutes or not words:
        words.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    return " ".join(words)


def short_id(game: AnyGame) -> str:
    """Return what people call the game: enough of its id to tell it from the others."""
    return game.public_id[:4]


def joined(parts: Sequence[str]) -> str:
    """Return the parts as one reads a list aloud: “d3, d4 and d5”."""
    if len(parts) < 2:
        return "".join(parts)
    words = {"most": ", ".join(parts[:-1]), "last": parts[-1]}
    beginnings = formats.get_format("AND_CHANGES_BEFORE")
    if isinstance(beginnings, tuple) and parts[-1].startswith(beginnings):
        return pgettext("where “and” changes", "%(most)s and %(last)s") % words
    return gettext("%(most)s and %(last)s") % words


Sitter = TypeVar("Sitter")


def others(sitters: Sequence[Sitter], seat: int) -> list[Sitter]:
    """Return the names, players or seats of all others, in the order of seats from the next."""
    return [*sitters[seat + 1 :], *sitters[:seat]]


def all_others(
    names: Sequence[str], seat: int, *, left: Collection[int] = ()
) -> dict[str, str | int]:
    """Return what templates say of all other players: their names as `opponent`, and how many.

    A sentence about them has a plural for three and more at the table; with one it reads as ever.
    Seats that have `left` are not spoken of, unless all have.
    """
    seats = others(range(len(names)), seat)
    there = [names[each] for each in seats if each not in left] or others(names, seat)
    return {"opponent": joined(there), "others": len(there)}


def moment(at: datetime) -> str:
    """Return a moment by the reader's clock, as in “2 Nov. 2026, 09:05”."""
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
    """Return a date without capitals, where the active language has none in it."""
    return date.lower() if formats.get_format("LOWER_CASE_NAMES") is True else date


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
