"""Which moves stand at each ply of a game, and the positions that they lead to."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Game
from engine.errors import Illegal


@dataclass(slots=True, eq=False)
class StandingMove:
    """A move that stands: its ply, who made it in which turn, and what it followed.

    That a seat has gone out stands among the moves: then `leaves` is so. Never changed once made;
    not frozen, because replay makes one for every move.
    """

    ply: int
    seat: int
    turn: int
    text: str
    before: "StandingMove | None" = field(repr=False)
    leaves: bool = False


class MoveHistory:
    """The last of what stood at each ply so far; ply 0 is the start, where nothing does.

    The positions of the plies in `returns` are kept, so that going back there costs no replay.
    """

    def __init__(self, game: Game[Any], position: Any, returns: Collection[int]) -> None:
        self._game = game
        self._last: list[StandingMove | None] = [None]
        self._returns = frozenset(returns)
        self._kept = {0: game.copy(position)}

    @property
    def ply(self) -> int:
        """The ply now."""
        return len(self._last) - 1

    @property
    def last(self) -> StandingMove | None:
        """The last of what stands now."""
        return self._last[-1]

    def reach(self, last: StandingMove | None, position: Any) -> None:
        """Note a new ply, at which this is the last of what stands, with its position."""
        self._last.append(last)
        if self.ply in self._returns:
            self._kept[last.ply if last else 0] = self._game.copy(position)

    def at(self, ply: int) -> StandingMove | None:
        """The last of what stood at that ply; raises Illegal if it was not reached yet."""
        if not 0 <= ply <= self.ply:
            raise Illegal(f"There is no ply {ply} yet; the game stands at ply {self.ply}.")
        return self._last[ply]

    def position_after(self, last: StandingMove | None) -> Any:
        """A copy of the position in which this was the last of what stood."""
        missing = []
        while last is not None and last.ply not in self._kept:
            missing.append(last)
            last = last.before
        position = self._game.copy(self._kept[last.ply if last else 0])
        for move in reversed(missing):
            if move.leaves:
                position = self._game.retire(position, move.seat).position
            else:
                self._game.play(position, move.text)
        return position
