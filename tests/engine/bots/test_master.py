"""The master: a search that ends, whatever it meets."""

import pytest

from engine.bots import decide
from engine.bots.master import choose
from engine.bots.task import Task, brain_for
from tests.engine.bots.playing import DUEL, positions


def test_it_decides_where_every_turn_ends_the_game() -> None:
    last_turns = 0
    for number in range(8):
        for game, position in positions("splendor", 2, (), number):
            if position.last_round and position.phase == "action":
                view, legal = game.view(position, position.to_move), game.legal(position)
                assert decide(view, legal, level="master", chance=b"c", nodes=300) in legal
                last_turns += len(legal) > 1
    assert last_turns > 1


def test_it_looks_at_more_positions_when_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    position = DUEL.new(bytes(32))
    view, legal = DUEL.view(position, position.to_move), DUEL.legal(position)
    brain = brain_for(view)
    assert brain is not None
    judged = []
    for nodes in (100, 600):
        seen: list[int] = []
        scores = brain.scores
        with monkeypatch.context() as patch:
            patch.setattr(brain, "scores", lambda p, s=seen, f=scores: s.append(1) or f(p))
            choose(Task(brain, view, legal, b"c", nodes))
        judged.append(len(seen))
    assert judged[0] < 300
    assert 500 < judged[1] < 900


def test_without_time_it_plays_like_a_journeyman() -> None:
    for number, (game, position) in enumerate(positions("duel", 2, ())):
        if number % 20 == 0:
            view, legal = game.view(position, position.to_move), game.legal(position)
            hasty = decide(view, legal, level="master", chance=b"c", nodes=1)
            assert hasty == decide(view, legal, level="journeyman", chance=b"c")
            assert hasty == decide(view, legal, level="master", chance=b"c", seconds=1e-9)
