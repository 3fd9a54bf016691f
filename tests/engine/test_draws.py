"""What chance has decided, as it is handed to those who redo it: it is what the stream tells."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Draw
from engine.course import Course
from engine.fairness import Stream, seed_of
from engine.games import find_game

_GOLDEN = Path(__file__).parent / "golden"


def redone(seed: bytes, draw: Draw) -> tuple[str, ...]:
    stream = Stream(seed, draw.label)
    if draw.is_shuffle:
        items = list(draw.items)
        stream.shuffle(items)
        return tuple(items[: len(draw.drawn)])
    return tuple(draw.items[stream.below(len(draw.items))] for _ in draw.drawn)


def _draws_of(file: dict[str, Any]) -> tuple[bytes, list[Draw]]:
    game = find_game(file["game"], file["rules"])
    seed = seed_of(bytes.fromhex(file["secret"]), file["nonces"])
    options = [name for name, on in file["options"].items() if on]
    course = Course(game, seed, seats=len(file["seats"]), options=options)
    draws = game.draws(None, course.position)
    for entry in file["entries"]:
        before = game.copy(course.position)
        course.follow(entry["kind"], entry["seat"], entry["person"], entry["text"])
        if entry["kind"] in ("move", "proxy"):
            draws += game.draws(before, course.position)
    return seed, draws


@pytest.mark.parametrize("name", ["golden-012", "splendor-068", "splendor-002"])
def test_every_draw_of_a_game_follows_from_its_seed(name: str) -> None:
    seed, draws = _draws_of(json.loads((_GOLDEN / f"{name}.json").read_text()))
    assert draws
    for draw in draws:
        assert draw.drawn == redone(seed, draw), draw.label
        assert draw.drawn != redone(bytes(32), draw) or len(draw.drawn) < 3, draw.label


def test_every_use_of_the_stream_is_among_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    begin = Stream.__init__

    def noted(self: Stream, seed: bytes, label: str) -> None:
        used.append(label)
        begin(self, seed, label)

    monkeypatch.setattr(Stream, "__init__", noted)
    options: list[tuple[str, ...]] = []
    for path in sorted(_GOLDEN.glob("*.json")):
        file = json.loads(path.read_text())
        kinds = {entry["kind"] for entry in file["entries"]}
        if file["secret"] is None or kinds & {"undo", "rollback"}:
            continue  # what is replayed again draws again
        used.clear()
        _, draws = _draws_of(file)
        assert sorted(set(used)) == sorted(draw.label for draw in draws), path.name
        options.append(tuple(name for name, on in file["options"].items() if on))
    assert any("cities" in chosen for chosen in options)
    assert () in options
