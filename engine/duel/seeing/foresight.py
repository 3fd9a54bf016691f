"""A turn as far as its player can foresee it.

On the shadow of the position a replenishment does everything but lay its tokens: which cells they
will fill is known, what will lie on each is not. More tokens on the board only add moves, with one
exception: the card just bought gives a token of its colour, and the only ones are to come. Then
what comes next is unknown. So what the shadow allows is allowed in truth.
"""

from typing import Any

from engine.duel.board import CELL_OF, SPIRAL
from engine.duel.cards import CARD_OF
from engine.duel.colours import EMPTY
from engine.duel.flow import take_privilege
from engine.duel.legal import legal_moves
from engine.duel.notation import read_move
from engine.duel.position import ACTION, TOKEN, Position
from engine.duel.reading.reader import UNSEEN
from engine.duel.seeing.veil import UNKNOWN
from engine.duel.seeing.view import view
from engine.errors import Illegal
from engine.gems.foresight import TurnAhead
from engine.reading import SENTENCES


class Foresight(TurnAhead[Position]):
    """The turn of the seat to move, seen ahead of time; what follows too, if somebody tries it."""

    def __init__(self, position: Position, *, tried_by: int | None = None) -> None:
        super().__init__(position, UNKNOWN, tried_by=tried_by)
        self._unseen: frozenset[int] = frozenset()
        self._coming = [0] * 7

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        return [] if self._hangs_on_unknown else legal_moves(self._usable())

    def view(self) -> dict[str, Any]:
        """Return what the seat knows it will see, with `unseen` for each token to come."""
        seen = self._without_unknown(view(self._shadow, self._seat))
        for cell in self._unseen:
            seen["board"][cell] = UNSEEN
        return seen

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""
        if self.unknown or self._unseen & {CELL_OF.get(word) for word in move.split()}:
            raise Illegal(SENTENCES["unseen"])
        if move == "replenish":
            self._replenish()
            return
        read_move(move).play(self._shadow, None)
        if self._unseen and move.startswith("buy"):
            card = CARD_OF[move.split()[1]]
            self.unknown = (
                card.ability == "token"
                and card.colour is not None
                and self._shadow.phase != TOKEN
                and self._coming[card.colour] > 0
            )

    def _replenish(self) -> None:
        """Do what a replenishment does, but leave the cells that it fills empty."""
        shadow = self._shadow
        read_move("replenish").play(shadow.copy(), None)  # raises where it is not allowed
        self._coming = [sum(both) for both in zip(self._coming, shadow.bag, strict=True)]
        empty = [c for c in SPIRAL if shadow.board[c] == EMPTY and c not in self._unseen]
        self._unseen |= frozenset(empty[: sum(shadow.bag)])
        shadow.bag = [0] * 7
        shadow.refills += 1
        shadow.phase = ACTION
        take_privilege(shadow, 1 - shadow.seat, None)
