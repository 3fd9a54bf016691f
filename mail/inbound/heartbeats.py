"""Signs of life of the mail server and the IMAP poller; a silent webhook or command is normal."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from mail.models import Heartbeat

SILENT_AFTER = timedelta(minutes=10)

MAILSERVER, IMAP = "mailserver", "imap"
_NAMES = {"smtp": MAILSERVER, "imap": IMAP}
_LONGEST = 300


def watched_ways() -> list[str]:
    """Return the names of the ways in that are set up and give signs of life."""
    return [_NAMES[way] for way in settings.WAYS_IN if way in _NAMES]


def beat(name: str, *, at: datetime | None = None) -> None:
    """Write down that this way in is well: now, or since its look that began at that moment."""
    well = {"good_at": at or timezone.now(), "trouble": ""}
    Heartbeat.objects.update_or_create(name=name, defaults=well)


def tell_trouble(name: str, sentence: str) -> None:
    """Write down why this way in brings no mail, for operators to read."""
    Heartbeat.objects.update_or_create(name=name, defaults={"trouble": sentence[:_LONGEST]})


def expect() -> None:
    """From now on expect signs of life of all ways in that are set up, and of no other."""
    names = watched_ways()
    known_names = set(Heartbeat.objects.values_list("name", flat=True))
    Heartbeat.objects.filter(name__in=known_names - set(names)).delete()
    for name in set(names) - known_names:
        Heartbeat.objects.get_or_create(name=name)


def heartbeats() -> list[Heartbeat]:
    """Return the last sign of life of every way in that is set up and gives any."""
    names = watched_ways()
    return list(Heartbeat.objects.filter(name__in=names).order_by("name")) if names else []


def is_silent(way: Heartbeat, now: datetime) -> bool:
    """Return whether this way in has given no sign of life for too long."""
    return now - way.last_sign > SILENT_AFTER


def ways_in_are_silent(now: datetime) -> datetime | None:
    """Return since when mail may lie where we do not see it, if for more than ten minutes."""
    return min((way.last_sign for way in heartbeats() if is_silent(way, now)), default=None)


def ways_in_with_full_port() -> list[str]:
    """Return the ways in that are there and have no place for who comes."""
    return [way.name for way in heartbeats() if way.name == MAILSERVER and way.trouble]


def good_poll_begun_after(moment: datetime) -> bool:
    """Return whether all mail of before this moment is here, as far as it comes by polling."""
    if IMAP not in watched_ways():
        return True
    return Heartbeat.objects.filter(name=IMAP, good_at__gt=moment).exists()
