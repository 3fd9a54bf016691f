"""A step of a turn, with what follows from it by itself."""

from datetime import datetime

from duel.errors import Stale
from duel.games.registry import presentation_of
from duel.models import Game
from duel.play.moves import Played, play
from duel.record.log import Log
from duel.record.selectors import legal_moves


def play_along(
    *,
    public_id: str,
    seat: int,
    expected_ply: int,
    move: str,
    channel: str,
    received_at: datetime | None = None,
    known: Log | None = None,
) -> Played:
    """Return what was played last: the move, or a choice after it that had one option.

    The very same move sent again is a success that changes nothing. `known` as in `play`.
    """
    played = play(
        public_id=public_id,
        seat=seat,
        expected_ply=expected_ply,
        moves=[move],
        channel=channel,
        received_at=received_at,
        known=known,
    )
    while played.asks is not None:
        game = Game.objects.get(public_id=public_id)
        if played.asks not in presentation_of(game).follows_by_itself:
            break
        choices = legal_moves(game)
        if len(choices) != 1:
            break
        try:
            played = play(
                public_id=public_id,
                seat=seat,
                expected_ply=played.ply,
                moves=choices,
                channel=channel,
                received_at=received_at,
            )
        except Stale:  # another press of the same button was faster, and did the rest
            break
    return played
