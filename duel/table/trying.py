"""A game tried out ahead by one of its players, for themselves alone.

The page on which a game is tried out calls it.

The player moves for everybody, as far as it is known to them (`Game.try_out`): what is hidden from
them stays unknown, and is of use to nobody. So whatever is tried, nothing hidden is told by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from duel.errors import GameIsOver, HasLeft, IllegalMove, NotYourSeat, Unreadable
from duel.games.base import Choice
from duel.games.results import result_sentence
from duel.models import Status
from duel.perspective.perspective import Perspective
from engine import errors as engine_errors

MOST_MOVES = 60
"""So far ahead nobody thinks."""


@dataclass(frozen=True)
class TriedMove:
    """One move of a line."""

    seat: int
    text: str
    words: str


@dataclass(frozen=True)
class LineResult:
    """Where some moves have led."""

    moves: tuple[TriedMove, ...]
    to_move: int | None
    """The seat for which the next move is tried; None if the game is over there."""
    view: dict[str, Any]
    choices: tuple[Choice, ...]
    """The moves that can follow for certain."""
    result: str
    """How the game would end there; else nothing."""
    is_long: bool
    """Whether no more moves are kept."""
    is_past: bool
    """Whether it begins where the game no longer stands: then it is only read."""

    @property
    def is_unknown(self) -> bool:
        """Whether all that could follow hangs on what the player does not know."""
        can_go_on = self.to_move is not None and not self.is_long and not self.is_past
        return can_go_on and not self.choices


def try_out(
    perspective: Perspective, moves: Sequence[str] = (), *, ply: int | None = None
) -> LineResult:
    """Return what the moves come to from where the reader's game stands; nothing is written.

    With a `ply`, from where it stood then. Raise what is wrong with one of the moves, or why the
    reader can try nothing.
    """
    seat, presentation, names = perspective.viewer, perspective.presentation, perspective.names
    if perspective.seat is None:
        raise NotYourSeat
    if seat is None:
        raise HasLeft
    is_over = perspective.game.status != Status.RUNNING
    if is_over and ply is None:
        raise GameIsOver
    is_past = ply is not None and (is_over or ply != perspective.game.ply)
    ahead = perspective.try_out(ply=ply if is_past else None)
    tried: list[TriedMove] = []
    for text in moves:
        view = ahead.view()
        mover = view["to_move"]
        try:
            if text not in ahead.legal():
                ahead.play(text)  # says whether it can be read
                raise IllegalMove
            [choice] = presentation.choices(view, [text], mover, names)
            ahead.play(text)
        except engine_errors.Unreadable as error:
            raise Unreadable from error
        except engine_errors.Illegal as error:
            raise IllegalMove from error
        tried.append(TriedMove(mover, text, choice.words))
    view = ahead.view()
    mover, is_long = view["to_move"], len(tried) >= MOST_MOVES
    legal = [] if is_past or is_long or ahead.ended else ahead.legal()
    result = view["result"]
    return LineResult(
        moves=tuple(tried),
        to_move=mover,
        view=view,
        choices=tuple(presentation.choices(view, legal, mover, names)) if legal else (),
        result=result_sentence(perspective.game, result, names, seat) if result else "",
        is_long=is_long,
        is_past=is_past,
    )
