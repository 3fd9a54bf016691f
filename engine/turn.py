"""A whole turn at once: a list of moves that is taken as a whole or not at all.

The list may stop early, where a choice is still open. It never goes beyond the turn: an extra
turn is a new turn, to be played by somebody who has seen how the first one fell out.

Whether a list is taken depends on nothing that its player cannot see beforehand. Otherwise one
could try out lists that rest on a lucky replenishment, and learn from every refusal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine.contract import Foresight, Game, Position, Step
from engine.errors import Illegal
from engine.reading import Problem, Reading

LONGEST = 2000
"""Characters of a whole turn."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """What a text was read as: the moves of a turn, or none and the problem.

    `failed` is the part of the text that was refused; `understood` and `suggestions` are those
    of its `Reading`, at the point of the turn that it had reached.
    """

    moves: tuple[str, ...]
    problem: Problem | None = None
    failed: str = ""
    understood: str = ""
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn(Generic[Position]):
    """Moves that were made: each with the position after it and what happened."""

    moves: tuple[str, ...]
    steps: tuple[Step[Position], ...]
    asks: str | None
    """The phase in which the seat still has to choose; None when its turn is over."""

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.steps[-1].position

    @property
    def reveals(self) -> bool:
        """Whether something hidden became known to any seat."""
        return any(step.reveals for step in self.steps)


_BETWEEN_MOVES = re.compile(
    r"[;\n\r\u2028\u2029]"
    r"|\.(?=\s|$)"  # the end of a sentence; 2.1 is a slot
    r"|(?:\b(?:and|et|e)\s+)?\b(?:then|puis|ensuite|poi|quindi)\b",
    re.IGNORECASE,
)
_LIST_NUMBER = re.compile(r"^\s*\d+[.)]\s+", re.MULTILINE)


def read_turn(
    game: Game[Position], position: Position, seat: int, text: str, language: str | None = None
) -> TurnReading:
    """Return the moves of one turn that the text means, or what is wrong with it; never raise.

    Moves stand apart by semicolons, ends of lines or sentences, words like "then", or commas
    before another verb.
    """
    if position.to_move != seat:
        return TurnReading((), Problem("not_your_turn"))
    if len(text) > LONGEST:
        return TurnReading((), Problem("too_long"))
    ahead = game.foresee(position)
    moves: list[str] = []
    for part in _BETWEEN_MOVES.split(_LIST_NUMBER.sub("", text)):
        for piece, reading in _readings(game, ahead, part.strip(), language):
            if reading.move is None:
                return TurnReading(
                    (), reading.problem, piece, reading.understood, reading.suggestions
                )
            ahead.play(reading.move)
            moves.append(reading.move)
    if not moves:
        return TurnReading((), Problem("empty"), suggestions=tuple(ahead.legal()[:3]))
    return TurnReading(tuple(moves))


def _readings(
    game: Game[Any], ahead: Foresight, text: str, language: str | None
) -> Iterator[tuple[str, Reading]]:
    """Yield the text with its reading, or, if it cannot be one move, its pieces with theirs.

    The caller plays each move before it asks for the next.
    """
    if game.says_nothing(text):
        return
    whole = _reading(game, ahead, text, language)
    pieces = game.moves_apart(text) if whole.move is None else []
    if len(pieces) < 2:
        yield text, whole
        return
    for piece in pieces:
        yield piece, _reading(game, ahead, piece, language)


def _reading(game: Game[Any], ahead: Foresight, text: str, language: str | None) -> Reading:
    if problem := _past_the_end(ahead, text):
        return Reading(None, "", problem)
    return game.read(ahead.view(), ahead.legal(), text, language)


def _past_the_end(ahead: Foresight, text: str) -> Problem | None:
    if ahead.unknown:
        return Problem("unseen")
    if ahead.ended:
        return Problem("another_turn" if ahead.again else "turn_over", {"text": text})
    return None


def take_turn(
    game: Game[Position], position: Position, seat: int, moves: Sequence[str]
) -> Turn[Position]:
    """Return the turn made of these canonical moves, all or none; the position stays as it is.

    Raise Unreadable or Illegal, whose text tells nothing that the seat cannot see.
    """
    if position.to_move != seat:
        raise Illegal(Problem("not_your_turn").sentence)
    if not moves:
        raise Illegal(Problem("empty").sentence)
    ahead = game.foresee(position)
    for move in moves:
        if problem := _past_the_end(ahead, move):
            raise Illegal(problem.sentence)
        ahead.play(move)
    steps: list[Step[Position]] = []
    now = position
    for move in moves:
        steps.append(game.step(now, move))
        now = steps[-1].position
    goes_on = now.to_move == seat and now.turn == position.turn
    return Turn(tuple(moves), tuple(steps), now.phase if goes_on else None)
