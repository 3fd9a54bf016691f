"""Moments, lengths of time and people, as operators read them: by their own clock."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import formats, timezone
from django.utils.translation import gettext

from duel.models import Seat
from duel.words.terms import DAY, HOUR
from duel.words.time_controls import duration


def moment(at: datetime) -> str:
    """Return a moment by the reader's clock, as in “2 Nov. 2026, 09:05”."""
    return formats.date_format(timezone.localtime(at), gettext("j N Y, H:i"))


def span(time: timedelta) -> str:
    """Return a length of time roughly: whole hours beyond a day, else whole minutes."""
    seconds = max(0, int(time.total_seconds()))
    return duration(seconds - seconds % (HOUR if seconds >= DAY else 60))


def names_in(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the players, by seat; an address where nobody has sat down yet."""
    return [
        str(seat.user)
        if seat.user
        else seat.invited_address
        or (gettext("a player who left") if seat.joined_at else gettext("nobody yet"))
        for seat in seats
    ]
