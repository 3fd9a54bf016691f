"""Recorded matches of bots: which games are replayed, and that another course is noticed."""

from typing import Any

import pytest

from bench import bots
from engine.arena.command import record
from engine.arena.contest import CHOOSERS, Contest
from engine.arena.playing import play_game

QUICK = Contest("duel", "apprentice", "random", seed=9)


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(bots, "REPLAYED", 2)
    return {"quick": record(QUICK, [play_game(QUICK, number) for number in range(3)])}


def test_a_recorded_game_comes_to_the_same_moves(records: dict[str, Any]) -> None:
    assert bots.contest_of(records["quick"]) == QUICK
    assert bots.differing(records, 1).value == 0


def test_a_game_that_comes_to_other_moves_is_noticed(records: dict[str, Any]) -> None:
    records["quick"]["games"] = [line[::-1] for line in records["quick"]["games"]]
    found = bots.differing(records, 1)
    assert (found.value, found.verdict) == (2, "MISSED")


def test_a_draw_chooses_games_of_all_records() -> None:
    records = {name: {"games": [""] * 100} for name in ("one", "other")}
    chosen = bots.drawn(records, 1)
    assert chosen == bots.drawn(records, 1) != bots.drawn(records, 2)
    assert sum(map(len, chosen.values())) == bots.REPLAYED
    assert set(chosen) == set(records)


def test_the_player_of_the_first_demo_can_be_matched() -> None:
    played = play_game(Contest("duel", "demo", "random"), 0)
    assert played.decisions["demo"] > 10
    assert "demo" in CHOOSERS
