"""Nobody loses on time while a report waits for its first reader, and nobody freezes a game.

Whether the clocks are stopped is an operator's decision. But who is to move, has less than a day
left and asks for it is given two days at once: an ordinary entry of the log that both players can
see. Once per seat and game, so that it is no way to win time at will.
"""

from datetime import datetime, timedelta

import structlog

from duel.errors import BrokenGame
from duel.models import Dispute, Game
from duel.record.log import writing
from engine.kinds import Kind

URGENT = timedelta(hours=24)
RESPITE = timedelta(hours=48)
CHANNEL = "report"

logger = structlog.get_logger(__name__)


def give_respite(dispute: Dispute, game: Game, *, now: datetime) -> None:
    """Give the reporter's seat time, if its own is nearly up and it was given none before."""
    if not _is_urgent(dispute, game, now):
        return
    if Dispute.objects.filter(game=game, seat=dispute.seat, got_respite=True).exists():
        return
    try:
        with writing(game.public_id) as log:
            log.append(
                Kind.EXTEND,
                seat=dispute.seat,
                person=None,
                text=str(int(RESPITE.total_seconds())),
                channel=CHANNEL,
                time=now,
            )
    except BrokenGame:  # the report stands all the same, and the operator sees what is broken
        logger.warning("no_respite_in_a_broken_game", game=game.pk)
        return
    dispute.got_respite = True
    dispute.save(update_fields=["got_respite"])


def _is_urgent(dispute: Dispute, game: Game, now: datetime) -> bool:
    is_theirs = game.to_move == dispute.seat
    return is_theirs and game.deadline is not None and now < game.deadline < now + URGENT
