"""What a player has been shown, which from then on stands."""

from django.db import transaction
from django.utils import timezone

from duel.clocks.bounces import end_bounce
from duel.clocks.keeping import note_start
from duel.log import locked_game, writing
from duel.models import Game, Seat, Status


def note_sight(seat: Seat) -> None:
    """Write down that the seat is about to be shown where its game stands.

    Under the game's lock: either a turn was taken back before, and the seat's game says so now, or
    it no longer can be. Who sees that it is their turn has it from then on, letter or no letter.
    """
    game = seat.game
    if game.status != Status.RUNNING or (seat.seen_ply >= game.ply and not _waits(game, seat)):
        return
    with transaction.atomic():
        seat.game = locked_game(game.public_id)
        seat.seen_ply = seat.game.ply
        seat.save(update_fields=["seen_ply"])
        if _waits(seat.game, seat):
            with writing(game.public_id) as log:
                note_start(log, why="seen", at=timezone.now())
                end_bounce(log, seat=seat.number, at=timezone.now())
            seat.game = log.game


def _waits(game: Game, seat: Seat) -> bool:
    """Return whether it is the seat's turn and its clock does not run."""
    return game.to_move == seat.number and game.deadline is None
