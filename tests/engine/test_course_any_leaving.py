"""Any sequence of moves, ways back and seats that leave, against a slow and obvious model."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from engine.course import Course
from engine.errors import EngineError
from tests.engine.counting import COUNTING

Act = tuple[str, int | None, str]
Path = list[Act]
"""What stands: moves, and seats that went out, from the start on."""


@dataclass
class Model:
    """A game as a list of what stood at each ply; the position is played anew each time."""

    seats: int
    reached: list[Path] = field(default_factory=lambda: [[]])
    vacant: set[int] = field(default_factory=set)
    scored: list[int] | None = None

    def position(self, ply: int = -1) -> Any:
        position = COUNTING.new(bytes(32), seats=self.seats)
        for kind, seat, text in self.reached[ply]:
            if kind == "retire":
                assert seat is not None
                position = COUNTING.retire(position, seat).position
            else:
                position = COUNTING.step(position, text).position
        return position

    @property
    def left(self) -> set[int]:
        return self.vacant | set(self.position().out)

    @property
    def playing(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.left]

    @property
    def winners(self) -> list[int] | None:
        outcome = COUNTING.outcome(self.position())
        return self.scored or (list(outcome.winners) if outcome else None)

    def follow(self, kind: str, seat: int | None, text: str) -> bool:
        """Whether the rules allow the entry, which is taken then."""
        if self.winners is not None and kind not in ("rollback", "reopen"):
            return False
        if seat in self.position().out:
            return False
        if seat in self.vacant and (kind, text) != ("retire", "out") and kind != "replace":
            return False
        return bool(getattr(self, f"_{kind}")(seat, text))

    def _move(self, seat: int, text: str) -> bool:
        position = self.position()
        if position.to_move != seat or (text == "nod") != (position.phase == "nod"):
            return False
        self.reached.append([*self.reached[-1], ("move", seat, text)])
        return True

    def _undo(self, seat: int, text: str) -> bool:
        ply, now = int(text), self.reached[-1]
        if ply >= len(self.reached) or now[: len(self.reached[ply])] != self.reached[ply]:
            return False
        gone = now[len(self.reached[ply]) :]
        if not gone or any(act[:2] != ("move", seat) or act[2] == "peek" for act in gone):
            return False
        if any(kind == "move" and said != "nod" for kind, _, said in gone[1:]):
            return False  # it reaches into an earlier turn
        self.reached.append(self.reached[ply])
        return True

    def _rollback(self, seat: None, text: str) -> bool:
        by_move = bool(self.reached[-1]) and self.reached[-1][-1][0] == "move"
        if COUNTING.outcome(self.position()) is not None and by_move:
            return False
        if int(text) >= len(self.reached) - 1:
            return False
        self.reached.append(self.reached[int(text)])
        self.vacant -= set(self.position().out)
        self.scored = None
        return True

    def _retire(self, seat: int, text: str) -> bool:
        others = [each for each in self.playing if each != seat]
        if text == "out":
            self.vacant.discard(seat)
            self.reached.append([*self.reached[-1], ("retire", seat, "out")])
        elif not others:
            return False
        elif text == "score":
            totals = self.position().totals
            most = max(totals[each] for each in others)
            self.scored = [each for each in others if totals[each] == most]
        elif text == "open" and len(others) < 2:
            return False
        else:
            self.vacant.add(seat)
        return True

    def _reopen(self, seat: None, text: str) -> bool:
        was_scored, self.scored = self.scored is not None, None
        return was_scored

    def _replace(self, seat: int, text: str) -> bool:
        self.vacant.discard(seat)
        return True


def _any_act(chance: Random, course: Course) -> Act:
    seat, ply = chance.randrange(course.seats), chance.randrange(course.ply + 2)
    mover = course.position.to_move
    nods = course.position.phase == "nod"
    likely: Act = ("move", mover or 0, "nod" if nods else chance.choice(["one", "two", "peek"]))
    return chance.choice(
        [
            *[likely] * 6,
            ("move", seat, "one"),
            ("undo", mover, str(max(course.ply - 1, 0))),
            ("undo", seat, str(ply)),
            ("rollback", None, str(ply)),
            ("retire", seat, "out"),
            ("retire", seat, chance.choice(["open", "open", "score", "bot"])),
            ("replace", seat, "pN"),
            ("reopen", None, ""),
        ]
    )


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(20))
def test_the_course_is_what_the_model_says(seats: int, number: int) -> None:
    chance, model = Random(f"{seats}:{number}"), Model(seats)
    course = Course(COUNTING, bytes(32), seats=seats, returns=range(0, 60, 3))
    taken: list[Act] = []
    for _ in range(120):
        kind, seat, text = act = _any_act(chance, course)
        if kind == "undo" and seat is None:
            continue
        person = f"p{seat}" if kind in ("move", "undo") else None
        if kind in ("move", "undo") and seat is not None:
            person = course.persons[seat] or person
        try:
            course.follow(kind, seat, person, text)
        except EngineError:
            assert not model.follow(kind, seat, text), (taken, act)
            continue
        taken.append(act)
        assert model.follow(kind, seat, text), taken
        assert course.position == model.position(), taken
        assert course.ply == len(model.reached) - 1
        assert (course.vacant, course.playing) == (model.vacant, model.playing), taken
        assert (list(course.outcome.winners) if course.outcome else None) == model.winners, taken
    for ply in range(course.ply + 1):
        assert course.position_at(ply) == model.position(ply), taken
    assert len(taken) > 10
