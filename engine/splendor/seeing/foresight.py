"""A turn as far as its player can foresee it.

With T4, which of two cards is kept rests on cards that nobody has seen: nothing is foreseen beyond
that reserve. All else that a turn turns up makes no difference to the rest of it.
"""

from typing import Any

from engine.errors import Illegal
from engine.gems.foresight import TurnAhead
from engine.reading import SENTENCES
from engine.splendor.facts import UNKNOWN
from engine.splendor.legal import legal_moves
from engine.splendor.notation import read_move
from engine.splendor.position import KEEP, Position
from engine.splendor.seeing.view import view


class Foresight(TurnAhead[Position]):
    """The turn of the seat to move, seen ahead of time."""

    def __init__(self, position: Position) -> None:
        super().__init__(position, UNKNOWN)

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        return [] if self._hangs_on_unknown else legal_moves(self._shadow)

    def view(self) -> dict[str, Any]:
        """Return what the seat knows it will see; cards that it has not looked at yet are null."""
        seen = self._without_unknown(view(self._shadow, self._seat))
        if self.unknown:
            seen["drawn"] = [None for _ in seen["drawn"]]
        return seen

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""
        if self.unknown:
            raise Illegal(SENTENCES["unseen"])
        read_move(move).play(self._shadow, None)
        self.unknown = self._shadow.phase == KEEP
