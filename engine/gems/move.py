"""What all moves have in common."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from engine.errors import Illegal
from engine.gems.market import Told

Position = TypeVar("Position")


class Move(ABC, Generic[Position]):
    """One decision of one seat. Its rule and its effect stand side by side in `play`."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The canonical text, from which the game's `read_move` makes an equal move."""

    @abstractmethod
    def play(self, position: Position, told: Told) -> None:
        """Make the move in place, or raise Illegal and change nothing."""

    def refusal(self, reason: str) -> Illegal:
        """Return the error to raise: a sentence that names the move and the reason."""
        return Illegal(f"“{self.text}” is not legal here: {reason}.")
