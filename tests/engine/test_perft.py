"""Numbers that a change of the move generator cannot leave as they are by accident.

A row of the table: a golden game, how many of its moves are made, the phase then, and the number
of move sequences of length 1, 2 and 3.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Game
from engine.fairness import seed_of
from engine.games import find_game
from engine.operations import DEEPEST, TooMuch, perft

DUEL = find_game("duel")
GOLDEN = Path(__file__).parent / "golden"
TABLE: list[tuple[str, int, str, list[int]]] = [
    ("golden-000", 0, "start", [148, 22363, 2588831]),
    ("golden-000", 1, "start", [146, 16395, 1825200]),
    ("golden-000", 16, "discard", [6, 18, 414]),
    ("golden-000", 47, "start", [17, 137, 9449]),
    ("golden-000", 51, "action", [118, 11314, 974716]),
    ("golden-000", 76, "royal", [3, 66, 1358]),
    ("golden-000", 88, "token", [1, 66, 4096]),
    ("golden-000", 91, "steal", [4, 242, 11520]),
    ("golden-000", 92, "start", [65, 2795, 131919]),
    ("golden-000", 93, "royal", [2, 4, 0]),
    ("golden-000", 94, "over", [0, 0, 0]),
    ("golden-016", 24, "discard", [14, 700, 29530]),
    ("golden-016", 54, "action", [60, 5898, 255952]),
    ("golden-016", 55, "start", [89, 3193, 79048]),
    ("golden-016", 85, "steal", [3, 166, 2186]),
    ("golden-016", 89, "royal", [3, 51, 447]),
    ("golden-016", 109, "start", [5, 150, 1453]),
    ("golden-016", 110, "start", [66, 502, 3224]),
    ("golden-016", 111, "over", [0, 0, 0]),
    ("golden-022", 38, "discard", [6, 78, 470]),
    ("golden-022", 57, "action", [29, 826, 13333]),
    ("golden-022", 63, "start", [3, 12, 225]),
    ("golden-022", 105, "royal", [3, 9, 113]),
    ("golden-022", 107, "steal", [1, 2, 72]),
    ("golden-022", 116, "start", [13, 149, 2743]),
    ("golden-022", 117, "start", [30, 505, 10501]),
    ("golden-022", 118, "over", [0, 0, 0]),
    ("golden-038", 39, "token", [1, 3, 36]),
    ("golden-038", 51, "discard", [5, 35, 206]),
    ("golden-038", 65, "action", [9, 105, 464]),
    ("golden-038", 73, "start", [2, 6, 104]),
    ("golden-038", 99, "steal", [4, 12, 388]),
    ("golden-038", 132, "royal", [3, 14, 104]),
    ("golden-038", 133, "start", [6, 39, 718]),
    ("golden-038", 134, "over", [0, 0, 0]),
    ("golden-003", 57, "discard", [5, 20, 55]),
    ("golden-003", 63, "action", [25, 377, 6928]),
    ("golden-003", 69, "start", [4, 35, 613]),
    ("golden-003", 85, "token", [1, 30, 532]),
    ("golden-003", 87, "royal", [3, 98, 3372]),
    ("golden-003", 133, "steal", [5, 93, 4038]),
    ("golden-003", 138, "over", [0, 0, 0]),
    ("splendor-000", 0, "action", [30, 865, 24190]),
    ("splendor-000", 10, "discard", [6, 97, 3381]),
    ("splendor-000", 59, "action", [11, 312, 3255]),
    ("splendor-000", 78, "over", [0, 0, 0]),
    ("splendor-001", 0, "action", [30, 895, 26380]),
    ("splendor-001", 13, "discard", [6, 168, 4254]),
    ("splendor-001", 67, "action", [11, 57, 562]),
    ("splendor-001", 113, "extra", [2, 4, 9]),
    ("splendor-001", 121, "keep", [2, 12, 14]),
    ("splendor-002", 17, "discard", [6, 114, 2133]),
    ("splendor-002", 88, "action", [2, 14, 58]),
    ("splendor-002", 132, "action", [28, 346, 3310]),
    ("splendor-002", 175, "over", [0, 0, 0]),
    ("splendor-003", 63, "extra", [5, 57, 1472]),
    ("splendor-011", 145, "extra", [1, 29, 539]),
    ("splendor-029", 110, "extra", [3, 15, 48]),
    ("splendor-029", 170, "noble", [2, 0, 0]),
    ("splendor-068", 110, "keep", [2, 10, 64]),
    ("splendor-stuck-1", 20, "action", [1, 1, 0]),
]


def game_of(name: str) -> Game[Any]:
    return find_game("splendor" if name.startswith("splendor") else "duel")


def position_in(name: str, moves: int) -> Any:
    file = json.loads(GOLDEN.joinpath(f"{name}.json").read_bytes())
    game = game_of(name)
    options = [option for option, is_chosen in file["options"].items() if is_chosen]
    seed = seed_of(bytes.fromhex(file["secret"]), file["nonces"])
    position = game.new(seed, seats=len(file["nonces"]), options=options)
    for entry in file["entries"][:moves]:
        game.play(position, entry["text"])
    return position


@pytest.mark.parametrize(("name", "moves", "phase", "counts"), TABLE)
def test_the_number_of_move_sequences_is_known(
    name: str, moves: int, phase: str, counts: list[int]
) -> None:
    position = position_in(name, moves)
    assert position.phase == phase
    assert [perft(game_of(name), position, depth) for depth in (1, 2, 3)] == counts


def test_the_table_holds_every_phase_of_each_game() -> None:
    duel = {"start", "action", "token", "steal", "royal", "discard", "over"}
    splendor = {"action", "extra", "keep", "discard", "noble", "over"}
    for game, phases in (("duel", duel), ("splendor", splendor)):
        assert {phase for name, _, phase, _ in TABLE if game_of(name).name == game} == phases


def test_it_counts_what_can_be_played_out_one_by_one() -> None:
    position = position_in("golden-000", 30)
    sequences = [
        (one, two) for one in DUEL.legal(position) for two in DUEL.legal(DUEL.apply(position, one))
    ]
    assert perft(DUEL, position, 2) == len(sequences) == len(set(sequences))


def test_doing_nothing_is_one_sequence_even_when_the_game_is_over() -> None:
    for moves in (0, 94):
        assert perft(DUEL, position_in("golden-000", moves), 0) == 1


@pytest.mark.parametrize("depth", [-1, DEEPEST + 1, 10**30])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(TooMuch, match="between"):
        perft(DUEL, position_in("golden-000", 0), depth)


def test_it_stops_when_there_is_too_much_to_look_at() -> None:
    position = position_in("golden-000", 0)
    first = len(DUEL.legal(position))
    assert perft(DUEL, position, 2, at_most=first + 1) > first
    with pytest.raises(TooMuch, match=f"More than {first} positions"):
        perft(DUEL, position, 2, at_most=first)
    with pytest.raises(TooMuch):
        perft(DUEL, position, DEEPEST, at_most=500)
