"""Plays the turns of bots by the same service as everybody's; the sweep of bots calls it.

A bot decides by the view of its seat and the legal list. Its chance is a MAC of game, seat and ply,
not of the game's seed, and the same turn, searched twice, is the same.
"""

import structlog

from duel.bots.search import SearchFailed, search
from duel.errors import GameIsOver, NotYourTurn, Stale
from duel.letters.answers_with_turn import hasten_answers
from duel.models import AnySeat
from duel.play.moves import log_after, play
from duel.record.finality import is_waiting
from duel.record.log import Log
from duel.record.read_only_log import ReadOnlyLog, whole_log_of
from duel.record.reading import stored_table
from duel.record.selectors import Snapshot
from engine.bots import fallback
from engine.kinds import Channel
from lib.signing import macs

logger = structlog.get_logger(__name__)

MOST_MOVES = 40
"""So many moves are made in one game at a time, should nobody but bots be left in it."""


def play_for_bots(pk: int) -> int:
    """Return how many moves were made in this game, until no bot may move any more.

    Of two processes that do this at once, one plays: what the other has chosen is stale then.
    """
    table = stored_table(pk)
    if table is None or table.game.to_move is None:
        return 0
    log, made = whole_log_of(*table), 0
    known: Log | Snapshot = Snapshot(table, log)
    while made < MOST_MOVES and (seat := _bot_to_move(log)) is not None:
        try:
            log = known = _play_one(log, seat, known)
        except (Stale, NotYourTurn, GameIsOver):
            break
        made += 1
    if made:
        hasten_answers(log.game, log.seats)
    return made


def _bot_to_move(log: ReadOnlyLog) -> AnySeat | None:
    """Return the bot's seat that may move: the game is not held, and the turn before is final."""
    mover = log.course.position.to_move
    if mover is None or log.course.outcome is not None or log.course.stopped:
        return None
    if is_waiting(log.game) and log.game.unsent_seat != mover:
        return None
    seat = log.seats[mover]
    return seat if seat.is_bot and mover not in log.left_at else None


def _play_one(log: ReadOnlyLog, seat: AnySeat, known: Log | Snapshot) -> Log:
    """Return the log after the next move of the bot."""
    ply = log.course.ply
    move = choose(log, seat)
    played = play(
        public_id=log.game.public_id,
        seat=seat.number,
        expected_ply=ply,
        moves=[move],
        channel=Channel.BOT,
        known=known,
    )
    return log_after(played)


def choose(log: ReadOnlyLog, seat: AnySeat) -> str:
    """Return the move that the bot in this seat makes; where no search ends in time, some move."""
    rules, position = log.course.game, log.course.position
    legal = rules.legal(position)
    level = seat.user.bot if seat.user is not None else ""
    chance = chance_of(log, seat.number)
    try:
        move = search(rules.view(position, seat.number), legal, level=level, chance=chance)
    except SearchFailed as failure:
        logger.warning("bot_search_failed", game=log.game.public_id, bot=level, why=str(failure))
        return fallback(legal, chance)
    if move not in legal:
        logger.error("bot_chose_no_move", game=log.game.public_id, bot=level, move=move[:80])
        return fallback(legal, chance)
    return move


def chance_of(log: ReadOnlyLog, seat: int) -> bytes:
    """Return what decides where the bot of this seat leaves something to chance."""
    named = f"{log.game.public_id}:{seat}:{log.course.ply}"
    return next(macs("duel.bots.chance", named.encode()))
