"""What all moves of Splendor have in common."""

from engine.errors import Illegal
from engine.gems.move import Move
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

_AWAITED = {
    ACTION: "a turn begins here, with take, reserve or buy",
    EXTRA: "first another token must be taken",
    KEEP: "first one of the two cards must be kept",
    DISCARD: "first tokens must be discarded, down to ten",
    NOBLE: "first a noble must be chosen",
    POST: "first a trading post must be chosen",
    OVER: "the game is over",
}


class SplendorMove(Move[Position]):
    """One decision of one seat in Splendor."""

    __slots__ = ()

    def refusal_in_phase(self, position: Position) -> Illegal:
        """Return the error to raise because another kind of move is awaited."""
        return self.refusal(_AWAITED[position.phase])
