"""What all moves have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, Protocol, TypeVar

from engine.errors import Illegal
from engine.gems.market import Told


class WithPhase(Protocol):
    """A position, as far as refusals need to know it."""

    phase: str


Position = TypeVar("Position", bound=WithPhase)


class AnyMove(ABC, Generic[Position]):
    """One decision of one seat. Its rule and its effect stand side by side in `play`."""

    __slots__ = ()

    awaited: ClassVar[Mapping[str, str]]
    """What is awaited in each phase, as the reason for which all else is refused there."""

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

    def refusal_in_phase(self, position: Position) -> Illegal:
        """Return the error to raise because another kind of move is awaited."""
        return self.refusal(self.awaited[position.phase])
