"""What all moves of Splendor have in common."""

from engine.gems.move import AnyMove
from engine.splendor.position import (
    ACTION,
    DISCARD,
    EXTRA,
    KEEP,
    NOBLE,
    OVER,
    POST,
    Position,
)


class Move(AnyMove[Position]):
    """One decision of one seat."""

    __slots__ = ()

    awaited = {
        ACTION: "a turn begins here, with take, reserve or buy",
        EXTRA: "first another token must be taken",
        KEEP: "first one of the two cards must be kept",
        DISCARD: "first tokens must be discarded, down to ten",
        NOBLE: "first a noble must be chosen",
        POST: "first a trading post must be chosen",
        OVER: "the game is over",
    }
