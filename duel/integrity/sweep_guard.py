"""Keeps the trouble of one game from the others of a sweep: of clocks, seats, bots or reports."""

from collections.abc import Callable

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from duel.errors import BrokenGame
from duel.integrity.divergences import check_broken_game

logger = structlog.get_logger(__name__)

NO_FAULT_OF_THE_GAME: tuple[type[Exception], ...] = (SoftTimeLimitExceeded,)
"""What ends a sweep: the next one goes on from there."""


def process_one_of_many(
    game: int,
    process: Callable[[], int],
    *,
    failed: str,
    broken: str = "broken_game_left_alone",
    set_aside: Callable[[BrokenGame | None], object] = lambda _: None,
    passes: tuple[type[Exception], ...] = NO_FAULT_OF_THE_GAME,
) -> int:
    """Return what processing this game returns; 0 if that fails, which is logged and passes.

    `failed` is the event that is logged then, `broken` that of a broken record. `set_aside` leaves
    the game alone for a while; it gets the error of a broken record, or None. `passes` is what ends
    the whole sweep.
    """
    try:
        return process()
    except passes:
        raise
    except BrokenGame as error:
        logger.error(broken, game=game, why=str(error))
        set_aside(error)
        check_broken_game(error.game)
    except Exception:
        logger.exception(failed, game=game)
        set_aside(None)
    return 0
