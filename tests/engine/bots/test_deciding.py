"""What a bot decides: a legal move, by nothing but its view, and always the same one."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.bots import LEVELS, UnknownLevel, decide, fallback
from engine.errors import BadPosition
from tests.engine.bots.playing import DUEL, SETUPS, SPLENDOR, positions
from tests.engine.splendor.table import bought, hand, table

ROOT = Path(__file__).parents[3]
NODES = 60
"""Enough for a level that searches to do all that it does."""


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_equal_views_give_equal_moves(setup: tuple[str, int, tuple[str, ...]]) -> None:
    chance = random.Random(str(setup))
    for game, position in positions(*setup):
        if chance.random() < 0.9:
            continue
        seat = position.to_move
        view, legal = game.view(position, seat), game.legal(position)
        other_world = game.imagine(view, chance.randbytes(32))
        own = chance.randbytes(32)
        for level in LEVELS:
            move = decide(view, legal, level=level, chance=own, nodes=NODES)
            assert move in legal
            there = game.view(other_world, seat), game.legal(other_world)
            assert decide(*there, level=level, chance=own, nodes=NODES) == move


@pytest.mark.parametrize("level", LEVELS)
def test_it_decides_in_every_phase(level: str) -> None:
    met: Counter[str] = Counter()
    games = [("duel", 2, ()), ("splendor", 3, ("posts",)), ("splendor", 2, ())]
    for number in range(4):
        for name, seats, options in games:
            for game, position in positions(name, seats, options, number):
                met[position.phase] += 1
                if met[position.phase] <= 4:
                    view, legal = game.view(position, position.to_move), game.legal(position)
                    assert decide(view, legal, level=level, chance=b"c", nodes=NODES) in legal
    assert {*("start", "action", "token", "steal", "royal", "discard")} <= set(met)
    assert {"extra", "keep"} <= set(met)


@pytest.mark.parametrize("level", LEVELS)
def test_it_chooses_among_nobles(level: str) -> None:
    cards = hand("UUU", cards=bought("WWUUUGGGKKK"))
    position = table(cards, hand(), market=["S1-01"], nobles=["N-06", "N-07", "N-09"])
    choosing = SPLENDOR.apply(position, "buy S1-01")
    view, legal = SPLENDOR.view(choosing, 0), SPLENDOR.legal(choosing)
    assert decide(view, legal, level=level, chance=b"c", nodes=NODES) in (
        "noble N-06",
        "noble N-07",
    )


def test_it_keeps_to_the_moves_it_is_given() -> None:
    position = DUEL.new(bytes(32))
    view, legal = DUEL.view(position, position.to_move), DUEL.legal(position)
    for level in LEVELS:
        for few in (legal[:1], legal[3:5], legal[-9:]):
            assert decide(view, few, level=level, chance=b"c", nodes=NODES) in few


def test_who_can_win_now_does() -> None:
    wins = 0
    for number in range(12):
        for game, position in positions("duel", 2, (), number):
            legal = game.legal(position)
            after = {move: game.outcome(game.apply(position, move)) for move in legal}
            if any(after.values()):
                view = game.view(position, position.to_move)
                for level in set(LEVELS) - {"apprentice"}:
                    assert after[decide(view, legal, level=level, chance=b"c", nodes=NODES)]
                wins += 1
    assert wins > 3


def test_the_apprentice_does_not_play_the_same_each_time() -> None:
    position = DUEL.new(bytes(32))
    view, legal = DUEL.view(position, position.to_move), DUEL.legal(position)
    moves = {decide(view, legal, level="apprentice", chance=bytes([n])) for n in range(9)}
    assert len(moves) > 3


_SCRIPT = """
from tests.engine.bots.playing import positions
from engine.bots import LEVELS, decide
for setup in (("duel", 2, ()), ("splendor", 4, ("posts", "cities"))):
    for number, (game, position) in enumerate(positions(*setup)):
        if number % 15 == 0:
            view, legal = game.view(position, position.to_move), game.legal(position)
            for level in LEVELS:
                print(decide(view, legal, level=level, chance=b"c", nodes=60))
"""


def test_it_decides_alike_under_any_hash_seed() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, check=True, cwd=ROOT, timeout=60,
        ).stdout
        for seed in ("0", "1")
    ]  # fmt: skip
    assert said[0] == said[1]
    assert len(said[0].splitlines()) > 20


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UnknownLevel, match="'emperor'; there are: apprentice, journeyman, master"):
        decide({}, ["pass"], level="emperor", chance=b"c")


def test_what_is_no_view_is_refused() -> None:
    view: dict[str, Any] = {"game": "duel", "rules": 1}
    with pytest.raises(BadPosition):
        decide(view, ["one", "two"], level="journeyman", chance=b"c")


def test_of_a_game_that_nobody_taught_it_any_move_will_do() -> None:
    legal = ["nod", "one", "two"]
    for level in LEVELS:
        assert decide({"game": "toy", "rules": 1}, legal, level=level, chance=b"c") in legal


def test_the_fallback_is_a_purchase_if_there_is_one() -> None:
    legal = ["buy D1-01", "buy D1-02", "take a1", "use a1"]
    assert {fallback(legal, bytes([n])) for n in range(20)} == set(legal[:2])
    assert {fallback(legal[2:], bytes([n])) for n in range(20)} == set(legal[2:])
