"""Playing for a player who has asked for it by other means."""

import re
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.errors import IllegalMove, RestsOnHidden, Unreadable
from duel.models import Act, Decision
from duel.models.act import CHANNEL
from duel.notices.intents import notice_end, notice_turn
from duel.operators.conflicts import has_seen_position
from duel.operators.decisions.ruling import Ruling, deciding, names_at, record_decision
from duel.record.log import Log, refuse_if_over
from engine import errors as engine_errors
from engine.kinds import Kind
from engine.turn import Turn, take_turn

_BETWEEN_MOVES = re.compile(r"[;\n]")


def preview_proxy(log: Log, *, text: str, operator: User) -> list[str]:
    """Return what playing for the seat to move will do; never what it would show."""
    turn = _turn(log, text, operator)
    name = {"name": names_at(log)[log.history.turn.seat]}
    moves = {"moves": "; ".join(turn.moves)}
    sentences = [gettext("Played for %(name)s: %(moves)s") % {**name, **moves}]
    if turn.asks:
        told = gettext("The turn is not over with it: %(name)s still has to choose.")
        sentences.append(told % name)
    return sentences


def play_for(ruling: Ruling, *, text: str) -> Decision:
    """Play for the seat to move: canonical moves of one turn, apart by semicolons or lines."""
    now = timezone.now()
    with deciding(ruling) as log:
        seat = log.history.turn.seat
        for move in _turn(log, text, ruling.operator).moves:
            log.append(Kind.PROXY, seat=seat, person=None, text=move, channel=CHANNEL, time=now)
        decision = record_decision(log, ruling, Act.PROXY, now=now)
        if log.course.outcome is not None:
            notice_end(log, now=now)
        else:
            notice_turn(log, now=now)
    return decision


def _turn(log: Log, text: str, operator: User) -> "Turn[Any]":
    """Return the turn that the text says.

    To an operator who has not revealed the position it is judged without the player's hidden
    cards: otherwise one could try one card after the other, and learn from the answers.
    """
    refuse_if_over(log)
    moves = [" ".join(part.split()) for part in _BETWEEN_MOVES.split(text) if part.strip()]
    if not moves:
        raise Unreadable
    game, position, seat = log.course.game, log.course.position, log.history.turn.seat
    is_known = _hides_nothing(log, seat) or has_seen_position(operator, log.game, log.course.ply)
    try:
        return take_turn(game, position if is_known else game.veiled(position), seat, moves)
    except engine_errors.Unreadable as error:
        raise Unreadable from error
    except engine_errors.Illegal as error:
        raise (IllegalMove if is_known else RestsOnHidden) from error


def _hides_nothing(log: Log, seat: int) -> bool:
    """Return whether a spectator sees all that the seat sees."""
    game, position = log.course.game, log.course.position
    return game.view(position, seat) == game.view(position, None)
