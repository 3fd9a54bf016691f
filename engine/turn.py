"""A whole turn at once: a list of moves that is taken whole or not at all; and which moves win.

The list may stop early, where a choice is still open. It never goes beyond the turn: an extra
turn is a new turn, to be played by somebody who has seen how the first one fell out.

Whether a list is taken depends on nothing that its player cannot see beforehand. Otherwise one
could try out lists that rest on a lucky replenishment, and learn from every refusal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from engine.contract import Foresight, Game, Position, Step
from engine.errors import Illegal
from engine.reading import Problem

LONGEST = 2000
"""Characters of a whole turn."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """What a text was read as: the moves of a turn, or none and the problem.

    `failed` is the part of the text that was refused; `understood` and `suggestions` are those
    of its `MoveReading`, at the point of the turn that it had reached. `before` are the moves that
    were read up to there; none of them is played.
    """

    moves: tuple[str, ...]
    problem: Problem | None = None
    failed: str = ""
    understood: str = ""
    suggestions: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


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


def read_turn(
    game: Game[Position], position: Position, seat: int, text: str, language: str | None = None
) -> TurnReading:
    """Return the moves of one turn that the text means, or what is wrong with it; never raise."""
    # The game parts them: by semicolons, ends of lines or sentences, "then", or another verb.
    if position.to_move != seat:
        return TurnReading((), Problem("not_your_turn"))
    if len(text) > LONGEST:
        return TurnReading((), Problem("too_long"))
    ahead = game.foresee(position)
    if text in ahead.legal():
        return TurnReading((text,))
    parsed = game.parse_text(text, language)
    moves: list[str] = []
    for clause in parsed.clauses:
        problem = parsed.problem or _past_the_end(ahead, clause.text, moves)
        reading = game.read(ahead.view(), ahead.legal(), clause, problem)
        if reading.move is None:
            return TurnReading(
                (),
                reading.problem,
                clause.text or text.strip(),
                reading.understood,
                () if ahead.ended else reading.suggestions,
                tuple(moves),
            )
        ahead.play(reading.move)
        moves.append(reading.move)
    if not moves:
        return TurnReading((), Problem("empty"), suggestions=tuple(ahead.legal()[:3]))
    return TurnReading(tuple(moves))


def _past_the_end(ahead: Foresight, text: str, moves: Sequence[str]) -> Problem | None:
    if ahead.unknown:
        return Problem("unseen")
    if ahead.ended:
        code = "another_turn" if ahead.again else "turn_over"
        return Problem(code, {"text": text, "understood": tuple(moves)})
    return None


def take_turn(
    game: Game[Position], position: Position, seat: int, moves: Sequence[str]
) -> Turn[Position]:
    """Return the turn made of these canonical moves, all or none; the position stays as it is."""
    # Raises Unreadable or Illegal, whose text tells nothing that the seat cannot see.
    if position.to_move != seat:
        raise Illegal(Problem("not_your_turn").sentence)
    if not moves:
        raise Illegal(Problem("empty").sentence)
    ahead = game.foresee(position)
    for number, move in enumerate(moves):
        if problem := _past_the_end(ahead, move, moves[:number]):
            raise Illegal(problem.sentence)
        ahead.play(move)
    steps: list[Step[Position]] = []
    now = position
    for move in moves:
        steps.append(game.step(now, move))
        now = steps[-1].position
    goes_on = now.to_move == seat and now.turn == position.turn
    return Turn(tuple(moves), tuple(steps), now.phase if goes_on else None)


class Win(Enum):
    """How a move wins."""

    SURELY = "surely"
    """At once, or whatever is chosen in the rest of the turn."""
    BY_CHOICE = "by choice"
    """If the rest of the turn is chosen well."""


def winning_moves(game: Game[Position], position: Position, moves: Iterable[str]) -> dict[str, Win]:
    """Return those of these legal moves that win for the seat to move."""
    # Such moves end an action: only forced choices follow. It reveals nothing that the seat
    # cannot know: what a move turns up is nobody's yet.
    wins = ((move, _win(game, game.apply(position, move), position)) for move in moves)
    return {move: win for move, win in wins if win is not None}


def _win(game: Game[Position], after: Position, before: Position) -> Win | None:
    """Return how the seat that was to move before wins, now that the turn has come so far."""
    seat = before.to_move
    outcome = game.outcome(after)
    if outcome is not None:
        return Win.SURELY if outcome.winners == (seat,) else None
    if after.to_move != seat or after.turn != before.turn:
        return None
    return _best_choice(_win(game, game.apply(after, move), after) for move in game.legal(after))


def _best_choice(wins: Iterator[Win | None]) -> Win | None:
    found = set(wins)
    if found == {Win.SURELY}:
        return Win.SURELY
    return Win.BY_CHOICE if found - {None} else None
