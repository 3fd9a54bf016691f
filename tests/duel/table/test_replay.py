"""A game step by step: what stands, in its order, as far as its reader may see."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from duel.table.replay import Frame, Replay
from duel.table.replay_sources import replay_of_file
from tests.engine.golden.make import FOLDER

GOLDEN = sorted(FOLDER.glob("*.json"))


def of_file(name: str) -> Replay:
    return replay_of_file((FOLDER / f"{name}.json").read_bytes())


def told(frames: list[Frame]) -> str:
    return " ".join(words for frame in frames for words in frame.words)


def parts_of(value: Any) -> Iterator[Any]:
    """Everything that stands anywhere in a view."""
    yield value
    if isinstance(value, dict):
        value = [*value.values()]
    for part in value if isinstance(value, list) else ():
        yield from parts_of(part)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_each_golden_game_leads_step_by_step_to_where_it_stands(file: Path) -> None:
    replay = replay_of_file(file.read_bytes())
    frames = [*replay.frames()]
    game, position = replay.course.game, replay.course.position
    plies = [frame.ply for frame in frames]
    assert plies == replay.plies == sorted(set(plies))
    assert all(frame.words for frame in frames)
    assert (frames[0].ply, frames[0].seat, frames[0].move) == (0, None, "")
    stands = game.view(position, None) | game.open_parts(position)
    assert {**frames[-1].view, "to_move": None} == {**stands, "to_move": None}
    assert replay.is_over == (frames[-1].view["to_move"] is None)


@pytest.mark.parametrize("name", ["golden-000", "splendor-068"])
def test_where_the_secret_is_open_nothing_is_hidden_in_any_step(name: str) -> None:
    for frame in of_file(name).frames():
        objects = [part for part in parts_of(frame.view) if isinstance(part, dict)]
        hidden = [part for part in objects if part.keys() == {"level", "from"}]
        assert not hidden, frame.ply
        assert frame.view["upcoming"]


def test_what_was_taken_back_is_no_step_and_its_ply_is_never_used_again() -> None:
    replay = of_file("asked-undo")
    gone = [entry.text for entry in replay.entries if entry.kind == "undo"]
    assert gone
    missing = {*range(replay.plies[-1])} - {*replay.plies}
    assert missing
    for ply in missing:
        assert replay.ply_shown(ply) == max(each for each in replay.plies if each < ply)
    assert replay.ply_shown(-3) == 0
    assert replay.ply_shown(10**9) == replay.plies[-1]


def test_that_an_operator_set_a_game_back_is_told_where_it_goes_on() -> None:
    frames = [*of_file("rolled-back").frames()]
    jumps = [now for before, now in pairwise(frames) if now.ply > before.ply + 1]
    assert "An operator" in told(jumps)
    others = [frame for frame in frames if frame not in jumps]
    assert "An operator" not in told(others)


def test_a_seat_that_leaves_is_a_step_without_a_move() -> None:
    frames = [*of_file("splendor-played-on").frames()]
    (left,) = [frame for frame in frames[1:] if not frame.move]
    assert left.seat is not None
    assert "left" in told([left])
