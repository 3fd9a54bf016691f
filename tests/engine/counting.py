"""The smallest game for several: each in turn says `one`, or `two` and then `nod`.

Whoever comes to the goal first wins. To `peek` instead shows something hidden.
"""

from dataclasses import dataclass, replace
from typing import Any, cast

from engine.contract import Game, Outcome, Step
from engine.errors import Illegal, Unreadable

GOAL = 12
_ADDS = {"one": 1, "two": 2, "peek": 0, "nod": 0}


@dataclass
class Position:
    """Where it stands; `turn` counts those of seats that are out as well."""

    totals: tuple[int, ...]
    turn: int = 1
    phase: str = "say"
    out: tuple[int, ...] = ()

    @property
    def to_move(self) -> int | None:
        return None if self.phase == "over" else (self.turn - 1) % len(self.totals)


class Counting:
    """The game under rules version 1."""

    name, rules, seat_counts, option_names = "counting", 1, range(2, 5), ()

    def new(self, seed: bytes, *, seats: int = 2, options: object = ()) -> Position:
        return Position((0,) * seats)

    def play(self, position: Position, move: str) -> None:
        vars(position).update(vars(self.step(position, move).position))

    def step(self, position: Position, move: str) -> Step[Position]:
        if move not in _ADDS:
            raise Unreadable(move)
        seat = position.to_move
        if seat is None or (move == "nod") != (position.phase == "nod"):
            raise Illegal(move)
        totals = list(position.totals)
        totals[seat] += _ADDS[move]
        after = replace(position, totals=tuple(totals))
        if totals[seat] >= GOAL:
            after.phase = "over"
        elif move == "two":
            after.phase = "nod"
        else:
            _pass_on(after)
        return Step(after, (), move == "peek")

    def dump(self, position: Position) -> dict[str, Any]:
        return dict(vars(position))

    def outcome(self, position: Position) -> Outcome | None:
        if position.phase != "over":
            return None
        left = [seat for seat in range(len(position.totals)) if seat not in position.out]
        if len(left) == 1:
            return Outcome(tuple(left), ("retire",))
        return Outcome(((position.turn - 1) % len(position.totals),), ("count",))

    def standing(self, position: Position) -> dict[str, Any]:
        ranks = [(seat not in position.out, total) for seat, total in enumerate(position.totals)]
        return {"places": [1 + sum(other > own for other in ranks) for own in ranks]}

    def retire(self, position: Position, seat: int) -> Step[Position]:
        if seat in position.out or position.phase == "over":
            raise Illegal(f"Seat {seat} cannot leave.")
        after = replace(position, out=tuple(sorted((*position.out, seat))))
        if len(after.out) == len(after.totals) - 1:
            after.phase = "over"
        elif position.to_move == seat:
            _pass_on(after)
        return Step(after, (), False)

    def out(self, position: Position) -> tuple[int, ...]:
        return position.out

    def copy(self, position: Position) -> Position:
        return replace(position)


def _pass_on(position: Position) -> None:
    position.turn, position.phase = position.turn + 1, "say"
    while position.to_move in position.out:
        position.turn += 1


COUNTING = cast("Game[Position]", Counting())
