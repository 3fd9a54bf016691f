"""What a player has been shown, which from then on stands."""

from django.db import transaction

from duel.log import locked_game
from duel.models import Seat, Status


def note_sight(seat: Seat) -> None:
    """Write down that the seat is about to be shown where its game stands.

    Under the game's lock: either a turn was taken back before, and the seat's game says so now, or
    it no longer can be.
    """
    game = seat.game
    if game.status != Status.RUNNING or seat.seen_ply >= game.ply:
        return
    with transaction.atomic():
        seat.game = locked_game(game.public_id)
        seat.seen_ply = seat.game.ply
        seat.save(update_fields=["seen_ply"])
