"""The speed of a game's rules, in units of a calibration loop that any machine can run.

K and every quantity are the least of five rounds, in which they take turns, so that a change in
the machine's mood meets them all. Process time, garbage collector off, results not kept, over the
same 200 games of uniformly chosen moves.
"""

import gc
import json
import random
from collections.abc import Callable
from time import process_time
from typing import Any

from bench.quantity import say
from engine.contract import Game

GAMES = 200
ROUNDS = 5

PlayedGame = tuple[bytes, list[str]]
"""Seed and moves."""


def times(game: Game[Any]) -> dict[str, float]:
    """Return the least time of each kind of work in the game of two, in seconds."""
    games = [_random_game(game, number) for number in range(GAMES)]
    moves = sum(len(played) for _, played in games)
    say(f"  {GAMES} games, {moves / GAMES:.0f} moves each")
    by_length = sorted(games, key=lambda played: len(played[1]))
    short, long = by_length[: GAMES // 4], by_length[-GAMES // 4 :]

    timed: dict[str, Callable[[], float]] = {
        "K": calibration,
        "replay": lambda: _replays(game, games) / GAMES,
        "short": lambda: _replays(game, short) / sum(len(played) for _, played in short),
        "long": lambda: _replays(game, long) / sum(len(played) for _, played in long),
        "legal": lambda: _at_each_position(game, games, game.legal) / moves,
        "random": lambda: _random_games(game) / GAMES,
        "copy": lambda: _at_each_position(game, games, game.copy) / moves,
        "view": lambda: _at_each_position(game, games, lambda p: _view_as_json(game, p)) / moves,
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
    return best


def calibration() -> float:
    """Return the processor time of a loop that any machine can run: K, the unit of the rest."""
    s = 0
    d: dict[int, int] = {}
    begun = process_time()
    for i in range(300_000):
        s += i * i % 7
        d[i & 255] = s
    return process_time() - begun


def _random_game(game: Game[Any], number: int) -> PlayedGame:
    chance = random.Random(number)
    seed = chance.randbytes(32)
    position = game.new(seed)
    played = []
    while moves := game.legal(position):
        move = moves[int(chance.random() * len(moves))]
        game.play(position, move)
        played.append(move)
    return seed, played


def _random_games(game: Game[Any]) -> float:
    begun = process_time()
    for number in range(GAMES):
        _random_game(game, number)
    return process_time() - begun


def _replays(game: Game[Any], games: list[PlayedGame]) -> float:
    begun = process_time()
    for seed, played in games:
        position = game.new(seed)
        for move in played:
            game.play(position, move)
    return process_time() - begun


def _at_each_position(
    game: Game[Any], games: list[PlayedGame], work: Callable[[Any], object]
) -> float:
    """Return the time of the work at each position before a move, the moves not counted."""
    spent = 0.0
    for seed, played in games:
        position = game.new(seed)
        positions = []
        for move in played:
            positions.append(position)
            position = game.apply(position, move)
        begun = process_time()
        for position in positions:
            work(position)
        spent += process_time() - begun
    return spent


_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def _view_as_json(game: Game[Any], position: Any) -> str:
    return _json(game.view(position, position.to_move))
