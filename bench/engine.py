"""The speed of the Duel engine, in units of a calibration loop that any machine can run.

K and every quantity are the least of five rounds, in which they take turns, so that a change in
the machine's mood meets them all. Process time, garbage collector off, results not kept, over the
same 200 games of uniformly chosen moves.
"""

import gc
import json
import random
from collections.abc import Callable
from time import process_time

from bench.quantity import Quantity, say
from engine.duel import GAME
from engine.duel.position import Position

GAMES = 200
ROUNDS = 5

Game = tuple[bytes, list[str]]
"""Seed and moves."""


def measure() -> list[Quantity]:
    """Return the quantities of the engine."""
    games = [_random_game(number) for number in range(GAMES)]
    moves = sum(len(played) for _, played in games)
    say(f"  {GAMES} games, {moves / GAMES:.0f} moves each")
    by_length = sorted(games, key=lambda game: len(game[1]))
    short, long = by_length[: GAMES // 4], by_length[-GAMES // 4 :]

    timed: dict[str, Callable[[], float]] = {
        "K": calibration,
        "replay": lambda: _replays(games) / GAMES,
        "short": lambda: _replays(short) / sum(len(played) for _, played in short),
        "long": lambda: _replays(long) / sum(len(played) for _, played in long),
        "legal": lambda: _at_each_position(games, GAME.legal) / moves,
        "random": lambda: _random_games() / GAMES,
        "copy": lambda: _at_each_position(games, GAME.copy) / moves,
        "view": lambda: _at_each_position(games, _view_as_json) / moves,
    }
    best = dict.fromkeys(timed, float("inf"))
    gc.disable()
    try:
        for number in range(1, ROUNDS + 1):
            say(f"  round {number} of {ROUNDS}")
            for name, measured in timed.items():
                best[name] = min(best[name], measured())
    finally:
        gc.enable()

    k = best["K"]
    return [
        Quantity("engine: K, the calibration loop", k * 1000, "ms"),
        Quantity("engine: replay of a game", best["replay"] / k, "K", 1 / 25, 1 / 60),
        Quantity("engine: list of legal moves", best["legal"] / k, "K", 1 / 500, 1 / 1500),
        Quantity("engine: random game", best["random"] / k, "K", 1 / 6, 1 / 15),
        Quantity("engine: copy of a position", best["copy"] / k, "K", 1 / 3000, 1 / 6000),
        Quantity("engine: view and its JSON", best["view"] / k, "K", 1 / 500, 1 / 900),
        Quantity("engine: time per move, long / short", best["long"] / best["short"], "", 1.2),
    ]


def calibration() -> float:
    """Return the processor time of a loop that any machine can run: K, the unit of the rest."""
    s = 0
    d: dict[int, int] = {}
    begun = process_time()
    for i in range(300_000):
        s += i * i % 7
        d[i & 255] = s
    return process_time() - begun


def _random_game(number: int) -> Game:
    chance = random.Random(number)
    seed = chance.randbytes(32)
    position = GAME.new(seed)
    played = []
    while moves := GAME.legal(position):
        move = moves[int(chance.random() * len(moves))]
        GAME.play(position, move)
        played.append(move)
    return seed, played


def _random_games() -> float:
    begun = process_time()
    for number in range(GAMES):
        _random_game(number)
    return process_time() - begun


def _replays(games: list[Game]) -> float:
    begun = process_time()
    for seed, played in games:
        position = GAME.new(seed)
        for move in played:
            GAME.play(position, move)
    return process_time() - begun


def _at_each_position(games: list[Game], work: Callable[[Position], object]) -> float:
    """Return the time of the work at each position before a move, the moves not counted."""
    spent = 0.0
    for seed, played in games:
        position = GAME.new(seed)
        positions = []
        for move in played:
            positions.append(position)
            position = GAME.apply(position, move)
        begun = process_time()
        for position in positions:
            work(position)
        spent += process_time() - begun
    return spent


_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def _view_as_json(position: Position) -> str:
    return _json(GAME.view(position, position.seat))
