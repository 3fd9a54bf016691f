"""A turn as far as its player can foresee it: played out before anything hidden is turned up.

A list of moves is taken or refused as a whole. If that hung on how chance falls out, lists could be
sent until one is accepted, and each refusal would tell something. So a list is tried on a shadow of
the position; what it allows is allowed in truth, whatever is hidden.

Cards that are turned up in the market need no care: nothing that is left of the turn rests on them.
"""

from typing import Generic, Protocol, Self, TypeVar

from engine.contract import AnyPosition


class Shadowed(AnyPosition, Protocol):
    """A position of which a shadow can be made."""

    seat: int

    def copy(self) -> Self:
        """Return an independent copy."""


Position = TypeVar("Position", bound=Shadowed)


class TurnAhead(Generic[Position]):
    """The turn of the seat to move, on a shadow of the position."""

    def __init__(self, position: Position) -> None:
        self._shadow = position.copy()
        self._seat = position.seat
        self._turn = position.turn
        self.unknown = False
        """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""
        return self._shadow.turn != self._turn or self._shadow.to_move is None

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""
        return self.ended and self._shadow.to_move == self._seat
