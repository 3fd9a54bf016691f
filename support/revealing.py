"""Showing operators what is hidden in a game once the audit log has the reason; for its page."""

from dataclasses import replace

import structlog

from accounts.audit import note_act
from accounts.models import User
from duel.errors import NotRunning
from duel.models import Game
from lib.reasons import in_one_line
from support.conflicts import SAW_NOTES, refuse_own_game, saw_at
from support.decisions.ruling import reason_for_record
from support.errors import NoSuchPly
from support.report.game_report import GameReport, report_of
from support.report.position import HiddenCards, hidden_at

logger = structlog.get_logger(__name__)


def reveal(*, operator: User, game: Game, ply: int, reason: str) -> HiddenCards:
    """Return what is hidden at a ply, once it is written down who asked and why."""
    # Not to somebody who plays in the game. Neither the secret nor the seed is among it.
    refuse_own_game(operator, game)
    reason = reason_for_record(in_one_line(reason))
    report = report_of(game.pk)
    if report.log is None:
        raise NotRunning
    if not 0 <= ply <= report.last_ply:
        raise NoSuchPly
    note_act(operator, game, saw_at(ply), reason=reason)
    logger.warning("game_revealed", game=game.public_id, ply=ply, operator=operator.pk)
    return hidden_at(report, report.log, ply)


def reveal_notes(*, operator: User, game: Game, reason: str) -> GameReport:
    """Return the game with its players' notes, once it is written down who asked and why."""
    # Not to somebody who plays in the game; who has read it can take no seat there.
    refuse_own_game(operator, game)
    note_act(operator, game, SAW_NOTES, reason=reason_for_record(in_one_line(reason)))
    logger.warning("notes_revealed", game=game.public_id, operator=operator.pk)
    return replace(report_of(game.pk, reader=operator), reads_notes=True)
