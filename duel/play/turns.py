"""A step of a turn, with what follows from it by itself."""

from collections.abc import Sequence
from datetime import datetime

from duel.errors import Stale
from duel.games.registry import presentation_of
from duel.play.moves import Played, play
from duel.record.log import Log


def play_along(
    *,
    public_id: str,
    seat: int,
    expected_ply: int,
    moves: Sequence[str],
    channel: str,
    received_at: datetime | None = None,
    known: Log | None = None,
) -> Played:
    """Return what was played last: the moves, or a choice after them that had one option.

    The very same moves sent again are a success that changes nothing. `known` as in `play`.
    """
    played = play(
        public_id=public_id,
        seat=seat,
        expected_ply=expected_ply,
        moves=moves,
        channel=channel,
        received_at=received_at,
        known=known,
    )
    while played.asks is not None:
        log = played.log
        if played.asks not in presentation_of(log.game).follows_by_itself:
            break
        choices = log.course.game.legal(log.course.position)
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
                known=log,
            )
        except Stale:  # another press of the same button was faster, and did the rest
            break
    return played
