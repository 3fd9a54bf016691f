"""What all moves have in common."""

from abc import ABC, abstractmethod

from engine.duel.flow import Told
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
from engine.errors import Illegal

ACTION_PHASES = (START, ACTION)

_AWAITED = {
    START: "a turn begins here, with use, replenish, take, reserve or buy",
    ACTION: "after replenishing, the turn goes on with take, reserve or buy",
    TOKEN: "the card just bought first gives a token of its colour",
    STEAL: "first a token must be taken from the opponent",
    ROYAL: "first a royal must be chosen",
    DISCARD: "first tokens must be discarded, down to ten",
    OVER: "the game is over",
}


class Move(ABC):
    """One decision of one seat. Its rule and its effect stand side by side in `play`."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The canonical text, from which `notation.read_move` makes an equal move."""

    @abstractmethod
    def play(self, position: Position, told: Told) -> None:
        """Make the move in place, or raise Illegal and change nothing."""

    def refusal(self, reason: str) -> Illegal:
        """Return the error to raise: a sentence that names the move and the reason."""
        return Illegal(f"“{self.text}” is not legal here: {reason}.")

    def refusal_in_phase(self, position: Position) -> Illegal:
        """Return the error to raise because another kind of move is awaited."""
        return self.refusal(_AWAITED[position.phase])
