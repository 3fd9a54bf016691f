"""Laying open what is hidden in a game, to an operator who says why."""

import structlog

from accounts.audit import note_act
from accounts.models import User
from duel.errors import NotRunning
from duel.models import Game
from duel.operators.conflicts import refuse_own_game, saw_at
from duel.operators.errors import NoReason, NoSuchPly
from duel.operators.report.game_report import report_of
from duel.operators.report.position import Hidden, hidden_at

logger = structlog.get_logger(__name__)

REASON_LENGTH = 2000


def reveal(*, operator: User, game: Game, ply: int, reason: str) -> Hidden:
    """Return what is hidden at a ply, once it is written down who asked and why.

    Not to somebody who plays in the game. Neither the secret nor the seed is among it.
    """
    refuse_own_game(operator, game)
    reason = " ".join(reason.replace("\0", "").split())
    if not 0 < len(reason) <= REASON_LENGTH:
        raise NoReason
    report = report_of(game)
    if report.log is None:
        raise NotRunning
    if not 0 <= ply <= report.last_ply:
        raise NoSuchPly
    note_act(operator, game, saw_at(ply), reason=reason)
    logger.warning("game_revealed", game=game.public_id, ply=ply, operator=operator.pk)
    return hidden_at(report.log, ply, report.names)
