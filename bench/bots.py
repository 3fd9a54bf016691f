"""The strength of the bots, as recorded matches tell it, and the speed of a decision.

Long matches were played once, by `python -m bench.arena … --json` (the command stands in each file
of `bench/records/`). Bots are deterministic for a seed and a number of nodes: so a few of the
games, drawn by `--draw`, are played again, and must come to the same moves.
"""

import gc
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import bench.arena  # noqa: F401 (the player of the first demo is among those who are matched)
from bench.playing import ROUNDS, calibration
from bench.quantity import Quantity, say
from engine.arena.contest import Contest
from engine.arena.playing import play_game, play_match
from engine.bots import decide
from engine.fairness import Stream
from engine.games import find_game

RECORDS = Path(__file__).parent / "records"
REPLAYED = 40
GAMES_TIMED = 8

_MUST: dict[str, tuple[float, float | None]] = {
    "duel-apprentice-random": (0.25, None),
    "duel-journeyman-random": (0.01, 0.0),
    "duel-journeyman-demo": (0.25, 0.10),
    "duel-master-journeyman": (0.42, 0.35),
    "splendor-journeyman-random": (0.05, None),
    "splendor-master-journeyman": (0.45, None),
    "splendor-4-journeyman-apprentice": (0.50, None),
}
"""By record, which part of its games the first bot may fail to win at most, and should."""


def measure(draw: int = 1) -> list[Quantity]:
    """Return the quantities of the bots; `draw` says which of the recorded games are replayed."""
    records = {path.stem: json.loads(path.read_text("utf-8")) for path in RECORDS.glob("*.json")}
    return [*rates(records), differing(records, draw), *_speeds()]


def rates(records: dict[str, Any]) -> Iterator[Quantity]:
    """Yield what part of its games the first bot of each match did not win."""
    for name, (must, aim) in _MUST.items():
        result = records[name]["result"]
        yield Quantity(f"bots: {name}, not won", 1 - result["rate"] / 1000, "", must, aim)
    master = 1 - records["duel-master-journeyman"]["result"]["interval"][0] / 1000
    yield Quantity("bots: duel-master-journeyman, at worst", master, "", 0.5)
    apprentice = records["duel-apprentice-random"]["result"]["rate"] / 1000
    yield Quantity("bots: duel-apprentice-random, won", apprentice, "", 0.95)


def contest_of(record: dict[str, Any]) -> Contest:
    """Return the contest that was recorded."""
    one, other = record["bots"]
    options = tuple(record["options"])
    return Contest(
        record["game"], one, other, record["players"], options, record["seed"], record["nodes"]
    )


def drawn(records: dict[str, Any], draw: int) -> dict[str, list[int]]:
    """Return the numbers of the games to replay, by record."""
    games = [(name, n) for name in sorted(records) for n in range(len(records[name]["games"]))]
    Stream(draw.to_bytes(8, "big", signed=True), "replayed").shuffle(games)
    chosen: dict[str, list[int]] = {}
    for name, number in sorted(games[:REPLAYED]):
        chosen.setdefault(name, []).append(number)
    return chosen


def differing(records: dict[str, Any], draw: int) -> Quantity:
    """Return how many of the games that are replayed come to other moves than recorded."""
    different = 0
    for name, numbers in drawn(records, draw).items():
        say(f"  {name}: games {', '.join(map(str, numbers))}")
        for played in play_match(contest_of(records[name]), numbers):
            if played.line != records[name]["games"][played.number]:
                say(f"  {name}: game {played.number} came to other moves")
                different += 1
    return Quantity(f"bots: games that differ, of {REPLAYED} replayed", different, "", 0)


_Asked = tuple[dict[str, Any], list[str], bytes]


def _speeds() -> Iterator[Quantity]:
    """Yield the mean time of a journeyman's decision in games of its own, in units of K."""
    for name in ("duel", "splendor"):
        say(f"  {name}: decisions of journeymen")
        asked = list(_questions(Contest(name, "journeyman", "journeyman")))
        best = k = float("inf")
        gc.disable()
        try:
            for _ in range(ROUNDS):
                k, best = min(k, calibration()), min(best, _time(asked))
        finally:
            gc.enable()
        must, aim = (1 / 6, 1 / 30) if name == "duel" else (None, None)
        yield Quantity(f"bots: journeyman's decision in {name}", best / k, "K", must, aim)


def _questions(contest: Contest) -> Iterator[_Asked]:
    """Yield all that is asked in a few games."""
    game = find_game(contest.game)
    for number in range(GAMES_TIMED):
        position = game.new(contest.shuffle(number))
        for ply, move in enumerate(play_game(contest, number).moves):
            view, legal = game.view(position, position.to_move), game.legal(position)
            yield view, legal, contest.chance(number, ply)
            game.play(position, move)


def _time(asked: Sequence[_Asked]) -> float:
    begun = process_time()
    for view, legal, chance in asked:
        decide(view, legal, level="journeyman", chance=chance)
    return (process_time() - begun) / len(asked)
