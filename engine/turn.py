"""A whole turn at once: a list of moves that is taken as a whole or not at all.

The list may stop early, where a choice is still open. It never goes beyond the turn: an extra
turn is a new turn, to be played by somebody who has seen how the first one fell out.

Whether a list is taken depends on nothing that its player cannot see beforehand. Otherwise one
could try out lists that rest on a lucky replenishment, and learn from every refusal.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from engine.contract import Game, Position, Step
from engine.duel import foresight as duel_foresight
from engine.duel import phrases as duel_phrases
from engine.duel import reader as duel_reader
from engine.errors import Illegal
from engine.reading import Problem, Reading

LONGEST = 2000
"""Characters of a whole turn."""


class Foresight(Protocol):
    """A turn played ahead of time, as far as its player can foresee it."""

    unknown: bool
    """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""

    def view(self) -> dict[str, Any]:
        """Return what the seat will see."""

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a game adds to the contract so that people can write their turns."""

    read: Callable[[dict[str, Any], Sequence[str], str, str | None], Reading]
    moves_apart: Callable[[str], list[str]]
    """Cuts a text where a comma or an "and" is followed by another move."""
    says_nothing: Callable[[str], bool]
    foresee: Callable[[Any], Foresight]


SPEECH: dict[str, Speech] = {
    "duel": Speech(
        duel_reader.read,
        duel_phrases.moves_apart,
        duel_phrases.says_nothing,
        duel_foresight.Foresight,
    )
}
"""How people write the moves of each game, by its name."""


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
    speech = SPEECH[game.name]
    ahead = speech.foresee(position)
    moves: list[str] = []
    for part in _BETWEEN_MOVES.split(_LIST_NUMBER.sub("", text)):
        for piece, reading in _readings(speech, ahead, part.strip(), language):
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
    speech: Speech, ahead: Foresight, text: str, language: str | None
) -> Iterator[tuple[str, Reading]]:
    """Yield the text with its reading, or, if it cannot be one move, its pieces with theirs.

    The caller plays each move before it asks for the next.
    """
    if speech.says_nothing(text):
        return
    whole = _reading(speech, ahead, text, language)
    pieces = speech.moves_apart(text) if whole.move is None else []
    if len(pieces) < 2:
        yield text, whole
        return
    for piece in pieces:
        yield piece, _reading(speech, ahead, piece, language)


def _reading(speech: Speech, ahead: Foresight, text: str, language: str | None) -> Reading:
    if problem := _past_the_end(ahead, text):
        return Reading(None, "", problem)
    return speech.read(ahead.view(), ahead.legal(), text, language)


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
    ahead = SPEECH[game.name].foresee(position)
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
