"""What all moves of Splendor Duel have in common."""

from engine.duel.position import (
    ACTION,
    DISCARD,
    OVER,
    ROYAL,
    START,
    STEAL,
    TOKEN,
    Position,
)
from engine.gems.move import AnyMove

ACTION_PHASES = (START, ACTION)


class Move(AnyMove[Position]):
    """One decision of one seat."""

    __slots__ = ()

    awaited = {
        START: "a turn begins here, with use, replenish, take, reserve or buy",
        ACTION: "after replenishing, the turn goes on with take, reserve or buy",
        TOKEN: "the card just bought first gives a token of its colour",
        STEAL: "first a token must be taken from the opponent",
        ROYAL: "first a royal must be chosen",
        DISCARD: "first tokens must be discarded, down to ten",
        OVER: "the game is over",
    }
