"""A turn as far as its player can foresee it: played out before anything hidden is turned up.

Nothing in the rest of a turn rests on cards that it turns up, with one exception: with T4, what is
kept of two cards depends on cards that nobody has seen. So nothing is foreseen beyond that.
"""

from typing import Any

from engine.errors import Illegal
from engine.reading import SENTENCES
from engine.splendor.legal import legal_moves
from engine.splendor.notation import read_move
from engine.splendor.position import KEEP, Position
from engine.splendor.seeing.view import view


class Foresight:
    """The turn of the seat to move, seen ahead of time."""

    again = False
    """Nobody has two turns in a row."""

    def __init__(self, position: Position) -> None:
        self._shadow = position.copy()
        self._seat = position.seat
        self._turn = position.turn
        self.unknown = False
        """Whether the choice that comes next is between cards that are still unseen."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""
        return self._shadow.turn != self._turn or self._shadow.to_move is None

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        return [] if self.unknown else legal_moves(self._shadow)

    def view(self) -> dict[str, Any]:
        """Return what the seat will see; cards that it has not seen yet are null."""
        seen = view(self._shadow, self._seat)
        if self.unknown:
            seen["drawn"] = [None for _ in seen["drawn"]]
        return seen

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""
        if self.unknown:
            raise Illegal(SENTENCES["unseen"])
        read_move(move).play(self._shadow, None)
        self.unknown = self._shadow.phase == KEEP
