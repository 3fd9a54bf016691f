"""Calls the process that plays for bots, as soon as one of them is to move for good.

The log calls it after it has written.
"""

from typing import TYPE_CHECKING

import structlog
from celery import signature
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

from duel.record.finality import is_waiting
from engine.record import BY_BOT

if TYPE_CHECKING:
    from duel.record.log import Log

logger = structlog.get_logger(__name__)

TASK = "duel.bots.sweep"
"""The task that plays for bots; it is named here, as its room lies above this one."""

EXPIRES = 10
"""Seconds after which a call is of no use: a sweep has seen to the game by then."""


def call_bot(log: "Log") -> None:
    """Let a worker come for the game in which a bot is to move, once that is committed.

    Not while the turn before can be taken back; and a bot that goes on with its own turn, or
    comes after another, is there already. Games for which nobody was called, as the broker was
    away or time has made the turn final, are found by a sweep.
    """
    game = log.game
    if is_waiting(game) or (log.entries and log.entries[-1].channel == BY_BOT):
        return

    def call() -> None:  # what Django calls "robust" needs a function with a name
        _call(game.pk)

    transaction.on_commit(call, robust=True)


def _call(pk: int) -> None:
    try:
        signature(TASK, args=[pk]).apply_async(expires=EXPIRES)
    except (OperationalError, ChannelError) as error:
        logger.warning("bot_not_called", game=pk, error=type(error).__name__)
