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
    """The turn of the seat to move, seen ahead of time; what follows too, if somebody tries it."""

    def __init__(self, position: Position, *, tried_by: int | None = None) -> None:
        super().__init__(position, UNKNOWN, tried_by=tried_by)
        # Which of the drawn cards another seat keeps is nobody else's to try.
        self.unknown = self._goes_on and position.phase == KEEP and position.seat != tried_by

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        if self._hangs_on_unknown:
            return []
        moves = legal_moves(self._usable())
        # A card that is not known might be affordable: then nobody may pass.
        return [] if moves == ["pass"] and self._shows_unknown else moves

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
        made = read_move(move)
        if self._goes_on and move not in self.legal():
            raise Illegal(SENTENCES["unseen"])
        made.play(self._shadow, None)
        self.unknown = self._shadow.phase == KEEP
