"""Matches: fair seating, honest arithmetic, and games that can be played again."""

import json

import pytest

from engine.arena.contest import Contest
from engine.arena.playing import LONGEST, PlayedGame, play_game, play_match
from engine.arena.tally import interval, tally
from engine.bots import LEVELS
from tests.engine.test_cli import answer, refusal, run, run_process

FAST = Contest("duel", "apprentice", "random")


def test_the_one_sits_on_each_seat_before_the_shuffle_changes() -> None:
    four = Contest("splendor", "journeyman", "apprentice", seats=4)
    places = [four.seating(number).index("journeyman") for number in range(8)]
    assert places == [0, 1, 2, 3, 0, 1, 2, 3]
    assert all(four.seating(number).count("apprentice") == 3 for number in range(8))
    shuffles = [four.shuffle(number) for number in range(8)]
    assert len(set(shuffles[:4])) == len(set(shuffles[4:])) == 1
    assert shuffles[0] != shuffles[4]


def test_every_decision_has_a_chance_of_its_own() -> None:
    chances = {FAST.chance(number, ply) for number in range(4) for ply in range(30)}
    assert len(chances) == 120
    assert Contest("duel", "apprentice", "random", seed=2).chance(0, 0) not in chances
    assert not chances & {FAST.shuffle(number) for number in range(4)}


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (232, 400, 0.5311, 0.6274),
    ],
)
def test_the_interval_is_wilsons(share: float, games: int, low: float, high: float) -> None:
    assert interval(share, games) == pytest.approx((low, high), abs=1e-4)


def test_a_tally_adds_up() -> None:
    games = [
        PlayedGame(0, 1.0, ["a"] * 30, 20, {"x": 10, "y": 20}, {"x": 0.01, "y": 0.04}),
        PlayedGame(1, 0.5, ["a"] * 50, LONGEST + 1, {"x": 30, "y": 20}, {"x": 0.07, "y": 0.02}),
    ]
    result = tally(games, LONGEST)
    assert (result.games, result.share, result.rate, result.unfinished) == (2, 1.5, 0.75, 1)
    told = result.as_json()
    assert (told["rate"], told["plies"], told["turns"]) == (750, 40, 210)
    assert told["microseconds"] == {"x": 2000, "y": 1500}


@pytest.mark.parametrize("name", ["random", *LEVELS])
def test_each_bot_finishes_a_game(name: str) -> None:
    played = play_game(Contest("splendor", name, "journeyman", seats=3, nodes=40), 1)
    assert played.turns < LONGEST
    assert played.share in (0, 0.5, 1)


def test_an_endless_game_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.arena.playing.LONGEST", 3)
    played = play_game(FAST, 0)
    assert (played.share, played.turns) == (0.5, 4)


def test_a_game_can_be_played_again() -> None:
    one, other = (play_game(FAST, 3) for _ in range(2))
    assert one.moves == other.moves
    assert one.fingerprint == other.fingerprint != play_game(FAST, 2).fingerprint


def test_games_are_the_same_on_every_core_and_come_in_order() -> None:
    alone = [game.fingerprint for game in play_match(FAST, range(4), processes=1)]
    assert [game.fingerprint for game in play_match(FAST, range(4), processes=2)] == alone


def test_the_command_tells_rates_and_speed() -> None:
    done = run("arena", "duel", "apprentice", "random", "--games", "4", "--processes", "1")
    assert done.returncode == 0
    said = done.stdout.decode()
    assert "of 4 games against random, 95 % interval" in said
    assert "moves a second" in said
    assert "apprentice: 0." in said


def test_the_record_has_each_game() -> None:
    match = ("arena", "splendor", "apprentice", "random", "--players", "3", "--option", "posts")
    record = answer(*match, "--games", "3", "--seed", "7", "--processes", "1", "--json")
    contest = Contest("splendor", "apprentice", "random", 3, ("posts",), 7)
    played = play_game(contest, 2)
    share = round(1000 * played.share)
    assert record["games"][2] == f"{played.fingerprint} {share} {len(played.moves)}"
    assert record["command"] == " ".join([*match[:4], "--games 3 --seed 7", *match[4:], "--json"])
    assert (record["bots"], record["players"]) == (["apprentice", "random"], 3)
    assert record["result"]["games"] == 3


def test_a_process_of_its_own_plays_the_same_match() -> None:
    match = ("arena", "duel", "apprentice", "random", "--games", "2", "--json")
    done = run_process(*match)
    assert done.stderr == b""
    assert json.loads(done.stdout)["games"] == answer(*match, "--processes", "1")["games"]


def test_what_cannot_be_played_is_refused() -> None:
    assert "There is no bot 'emperor'" in refusal("arena", "duel", "emperor", "random")
    assert "There is no game" in refusal("arena", "chess", "random", "random")
    assert "2 players, not 3" in refusal("arena", "duel", "random", "random", "--players", "3")
    assert "no option 'x'" in refusal("arena", "duel", "random", "random", "--option", "x")
    assert "one game" in refusal("arena", "duel", "random", "random", "--games", "0")
    assert "node" in refusal("arena", "duel", "random", *LEVELS[-1:], "--nodes", "0")
