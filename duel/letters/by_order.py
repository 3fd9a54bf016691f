"""What was played by standing orders: its player is told in the next letter."""

from collections.abc import Iterator

from duel.games.stories import story_sentences
from duel.letters.context import LetterContext
from duel.play.order_turns import CHANNEL
from duel.record.events import events_since
from duel.record.log import Log
from engine.kinds import ADVANCES, RETURNS, Kind


def played_by_order(ctx: LetterContext) -> list[str]:
    """Return the sentences about what the reader's orders have played since their last own move.

    Several turns, if each letter in between was called off by the next list of orders.
    """
    log, seat = ctx.log, ctx.seat.number
    ordered = _plies_by_order(log, seat)
    plies = set(_last_plies(log, seat, ordered)) if ordered else ordered
    if not plies:
        return []
    events = events_since(log, min(plies) - 1, seat)
    return [
        sentence
        for event in events
        if event["ply"] in plies
        for sentence in story_sentences(ctx.game, [event], ctx.names, seat)
    ]


def _plies_by_order(log: Log, seat: int) -> set[int]:
    """Return the plies to which an order of the seat has led."""
    changes = (entry for entry in log.entries if Kind(entry.kind) in ADVANCES | RETURNS)
    return {
        ply
        for ply, entry in enumerate(changes, 1)
        if (entry.channel, entry.seat) == (CHANNEL, seat)
    }


def _last_plies(log: Log, seat: int, ordered: set[int]) -> Iterator[int]:
    """Yield the plies of moves that stand, back to the last one that its player made."""
    for move in reversed(log.course.standing()):
        if move.seat == seat:
            if move.ply not in ordered:
                return
            yield move.ply
