"""The people of a game, as operators read them."""

from collections.abc import Iterable

from django.utils.translation import gettext

from duel.models import Seat


def names_in(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the players, by seat; an address where nobody has sat down yet."""
    return [
        str(seat.user)
        if seat.user
        else seat.invited_address
        or (gettext("a player who left") if seat.joined_at else gettext("nobody yet"))
        for seat in seats
    ]
