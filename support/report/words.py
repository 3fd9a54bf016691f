"""The people of a game, as operators read them."""

from collections.abc import Iterable

from django.utils.translation import gettext

from duel.models import Seat
from duel.record.selectors import player_names


def names_in(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the players, by seat, as players read them.

    Where nobody has sat down yet, that is the address.
    """
    seats = list(seats)
    return [
        name
        if seat.user
        else seat.invited_address
        or (gettext("a player who left") if seat.joined_at else gettext("nobody yet"))
        for seat, name in zip(seats, player_names(seats), strict=True)
    ]
