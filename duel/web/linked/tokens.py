"""The signed links of a seat, as pages make them for the present position.

Pages of a seat call it.
"""

from django.urls import reverse

from duel.models import KnownSeat
from duel.perspective.perspective import Perspective
from duel.record.links import Link, Purpose, link_token


def seat_token(
    perspective: Perspective, purpose: Purpose, number: int = 0, *, ply: int | None = None
) -> str:
    """Return a link of the reader's seat to where the game stands now, or at that ply."""
    if perspective.seat is None:
        raise TypeError("A spectator has no links.")
    text = perspective.legal[number - 1] if number else ""
    return token_at(perspective.seat, purpose, number, ply=ply, text=text)


def token_at(
    seat: KnownSeat, purpose: Purpose, number: int = 0, *, ply: int | None = None, text: str = ""
) -> str:
    """Return the same without a look at the moves."""
    link = Link(seat.game.pk, seat.number, seat.game.ply if ply is None else ply, number)
    return link_token(purpose, link, epoch=seat.link_epoch, text=text)


def board_address(perspective: Perspective, *, ply: int | None = None) -> str:
    """Return the address of the seat's board, of a link to that ply or to the present one."""
    return reverse("duel:board", args=[seat_token(perspective, Purpose.BOARD, ply=ply)])
